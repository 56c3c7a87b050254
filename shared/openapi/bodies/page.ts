/** The field of every page besides its items. */
export const page = { pagination: 'Where this page ends.' };
