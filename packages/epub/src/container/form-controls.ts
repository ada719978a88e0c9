/**
 * Elements with which a page asks for input, as a selector. No book may: a false sign-in form looks like one of the
 * shop.
 */
export const FORM_CONTROLS = 'input,textarea,select,form,button';
