/**
 * The error for a wrong setting. The message is for operators: a sentence without a full stop that begins with the name of the setting.
 */
export class SettingsError extends Error {}
