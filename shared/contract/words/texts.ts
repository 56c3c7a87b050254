/** What names and other texts of one line may have, for descriptions of fields. */
export const ofOneLine =
  'It is not blank, and has no control characters, no line breaks and no characters that change the direction of text.';
/** What texts of several lines may have, for descriptions of fields. */
export const ofLines =
  'It may have tabs and line breaks. It has no other control characters and no characters that change the direction of text.';
/** The same, for texts that may be empty. */
export const emptyOrOfOneLine =
  'It may be empty. Another text is not blank, and has no control characters, no line breaks and no characters that change the direction of text.';
