-- Links of invitations stood in the texts. Those that were sent, or are too old to work, stand there no longer.
update mail_messages
   set text_body = regexp_replace(text_body, '/accept#\w+', '/accept#…', 'g'),
       html_body = regexp_replace(html_body, '/accept#\w+', '/accept#…', 'g')
 where kind = 'invitation' and (status in ('sent', 'failed') or created_at < now() - interval '7 days');
