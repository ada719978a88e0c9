/** Command of a button to a dialog of the page. */
export type DialogCommand = 'show-modal' | 'close';

/**
 * Attributes of a button that opens or closes a `PageDialog`. Browsers with invoker commands need no script;
 * run-dialogs handles the button in all others.
 * @param id of the dialog
 */
export const invoker = (command: DialogCommand, id: string) => ({ command, commandfor: id, 'data-native': '' });
