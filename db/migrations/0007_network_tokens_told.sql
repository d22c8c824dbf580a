-- Earlier versions set this for every card when it was tokenised, before any rail had told of a network token.
UPDATE "payment_methods" SET "network_token" = false WHERE "type" = 'card' AND "network_token";
