/** Command of a button to a dialog of the page. */
export type DialogCommand = 'show-modal' | 'close';

/**
 * Attributes of a button that opens or closes a `PageDialog`. Browsers that know invoker commands do it by themselves,
 * before any script and without it; run-dialogs does it everywhere else.
 * @param id of the dialog
 */
export const invoker = (command: DialogCommand, id: string) => ({ command, commandfor: id, 'data-native': '' });
