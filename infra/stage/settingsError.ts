/** A setting is wrong. The message is a sentence without a full stop that begins with the setting's name, for operators to read. */
export class SettingsError extends Error {}
