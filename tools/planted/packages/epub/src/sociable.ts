import { createElement } from 'react';
export const sociable = createElement;
