/** Names in the browser's storage begin with this where they hold what a person called through the shell: signing out
 *  removes them. */
export const SHELL_HISTORY = "paydesk_shell_";
