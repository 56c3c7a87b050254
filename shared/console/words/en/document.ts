/** The words of a document's screen. */
export const document = {
  'access.ask': 'Change access to “{access}”?',
  'access.changed': 'Access is now “{access}”.',
  'access.title': 'Access',
  'document.asReader': 'As a reader',
  'document.description': 'Description',
  'document.facts': 'About',
  'document.saved': 'Saved',
  'document.title': 'Document',
  'document.titleLabel': 'Title',
  'versions.actionsOf': 'Actions for version {name}',
  'versions.add': 'New version',
  'versions.current': 'Current',
  'versions.delete': 'Delete version',
  'versions.deleteText':
    'The file of “{name}” is lost for good, for you and for all readers. Other versions stay.',
  'versions.deleted': '“{name}” is deleted.',
  'versions.title': 'Versions',
  'versions.untitled': 'Untitled version',
} as const;
