import { type FunctionSpec, wholeCpuMegabytes, withPartitions } from './spec.ts';

/** Operations on an organization, on its members and their credentials, and on its activity. */
/**
 * The removal of a member ends the member's API keys, which it finds in the list index, and stops the endpoints whose registrar is the
 * member. The removal also records from whom ownership was taken.
 */
const removing = {
  commits: 'entries and events',
  grants: {
    table: {
      'dynamodb:GetItem': ['ORG#', 'KEY#'],
      'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
      'dynamodb:Query': ['ENDPOINTS#'],
      'dynamodb:PutItem': ['ENDPOINTS#', 'ORG#', 'USER#', 'KEY#', 'TAKEN#'],
      'dynamodb:DeleteItem': ['ORG#'],
    },
    listIndex: { 'dynamodb:Query': ['KEYS#'] },
  },
} as const satisfies Partial<FunctionSpec>;

export const organization = {
  createOrganization: {
    description: 'Creates an organization and makes the caller its first owner',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'USAGE#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
        /** Remembers the time, because a new organization sends less mail. */
        'dynamodb:UpdateItem': ['USAGE#'],
      },
    },
    quotas: 'of organizations',
  },
  getOrganization: {
    description: 'The organization in which the caller acts',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'] } },
  },
  updateOrganization: {
    description: 'Changes the name or the accent color of an organization',
    commits: 'entries',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:PutItem': ['ORG#'] } },
  },
  setOrganizationLogo: {
    description: 'Stores a picture as the logo of an organization',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
    },
    /** The function decodes and encodes a picture while a person waits. */
    memoryMegabytes: wholeCpuMegabytes,
  },
  deleteOrganizationLogo: {
    description: 'Removes the logo of an organization',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
    },
  },
  deleteOrganization: {
    description: 'Deletes an organization and ends the access of its members',
    /** Moves organization, endpoints and members to other table keys, unless a policy keeps a document (BatchGetItem, POLICY#). */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'DOC#'],
        'dynamodb:Query': ['ENDPOINTS#', 'ORG#'],
        'dynamodb:PutItem': ['ENDPOINTS#', 'ORG#', 'USER#'],
        'dynamodb:DeleteItem': ['ENDPOINTS#', 'ORG#'],
      },
      listIndex: { 'dynamodb:Query': ['POLICY#'] },
    },
  },
  switchOrganization: {
    description: 'Switches a session to another organization of its user',
    grants: {
      table: {
        'dynamodb:GetItem': ['SESSION#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['SESSION#'],
      },
    },
    sessionLife: true,
  },
  listOrganizationMembers: {
    description: 'The people of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  updateMemberRole: {
    description: 'Changes the role of a member; an organization always keeps an owner',
    /**
     * Disables the endpoints of a registrar who may not manage any more, and records from whom ownership was taken. Tells the owners with
     * powers about a new owner whom none of them appointed.
     */
    commits: 'entries and events',
    makesMail: 'notices',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['ENDPOINTS#', 'ORG#'],
        'dynamodb:PutItem': ['ENDPOINTS#', 'ORG#', 'TAKEN#'],
      },
    },
  },
  removeMember: {
    description: 'Removes a member from an organization, which always keeps an owner',
    ...removing,
    /** Tells an owner whom somebody else removes. */
    makesMail: 'notices',
    /**
     * Searches the members for an owner with powers, and for service accounts that the member made. For the other service accounts,
     * searches the rosters of their API keys for keys that the member made.
     */
    grants: {
      ...removing.grants,
      table: withPartitions(removing.grants.table, {
        'dynamodb:BatchGetItem': ['KEY#', 'KEYS#'],
        'dynamodb:Query': ['ORG#'],
        /** Ends shares with the member's address. */
        'dynamodb:UpdateItem': ['ORG#'],
        /** Ends the member's entries of groups. */
        'dynamodb:GetItem': ['GROUP#'],
        'dynamodb:DeleteItem': ['GROUP#'],
      }),
    },
  },
  listOrganizationOwners: {
    description: 'The owners of an organization, and from when they have powers',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:Query': ['ORG#'] } },
  },
  reclaimOwnership: {
    description: 'Makes an owner who lost ownership an owner again',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:Query': ['TAKEN#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
        'dynamodb:DeleteItem': ['TAKEN#'],
      },
    },
  },
  transferDocuments: {
    description: 'Transfers the documents and rooms of a member or former member',
    marksForSearch: true,
    /** Finds the documents in the lists of documents, including deleted ones. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'ROOM#'],
        'dynamodb:BatchGetItem': ['ORG#', 'DOC#'],
        'dynamodb:Query': ['ORG#', 'ROOM#'],
        'dynamodb:PutItem': ['DOC#', 'ROOM#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#', 'ROOMS#'] },
    },
  },
  listInvitations: {
    description: 'A page of the pending invitations to an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'], 'dynamodb:BatchGetItem': ['MAIL#'] } },
  },
  createInvitation: {
    description: 'Invites somebody to an organization and makes the URL for them',
    /** Looks for the invited person among the members, by address, and removes an earlier invitation. */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ORG#', 'EMAIL#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    makesMail: 'with secrets',
  },
  sendInvitation: {
    description: 'Mails an invitation again, with a new URL',
    commits: 'entries',
    grants: {
      table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:UpdateItem': ['ORG#'] },
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    makesMail: 'with secrets',
  },
  deleteInvitation: {
    description: 'Withdraws an invitation',
    commits: 'entries',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:DeleteItem': ['ORG#'] } },
  },
  listServiceAccounts: {
    description: 'A page of the service accounts of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  createServiceAccount: {
    description: 'Adds a service account to an organization',
    /** The roster of service accounts belongs to the organization. */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
      },
    },
  },
  deleteServiceAccount: {
    description: 'Removes a service account from an organization, and ends its API keys',
    ...removing,
  },
  listApiKeys: {
    description: 'A page of the API keys of the caller, or of a service account',
    /** Reads the API key after which a page of the list begins. */
    grants: {
      table: {
        'dynamodb:GetItem': ['KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'KEYUSE#'],
      },
      listIndex: { 'dynamodb:Query': ['KEYS#'] },
    },
    keyLife: true,
  },
  createApiKey: {
    description: 'Creates an API key, within the bounds of the credential of the request',
    /** Reads the API key that the request came with and the owner of the new key, and counts the new key among the active ones. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#', 'KEYS#'],
        'dynamodb:BatchGetItem': ['ORG#', 'KEY#'],
        'dynamodb:PutItem': ['ORG#', 'KEY#', 'KEYS#'],
      },
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    keyLife: true,
  },
  deleteApiKey: {
    description: 'Ends an API key for good',
    /** Reads whether the owner of the API key still belongs to the organization, and names the owner in the event. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:PutItem': ['KEY#'],
      },
    },
    keyLife: true,
  },
  listEvents: {
    description: 'The events of an organization, as they are delivered',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['EVENT#'] },
      filterIndex: { 'dynamodb:Query': ['EVENTS#'] },
    },
  },
  listDocumentActivity: {
    description: 'The activity of a document: who read it, and who did what with it',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['READING#', 'DOC#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['ACTIVITY#'],
      },
    },
  },
  getDocumentActivitySummary: {
    description: 'The readings of a document by day, and how many views reached its pages',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['DOC#', 'READING#'],
        'dynamodb:Query': ['READING#'],
      },
    },
  },
  listDocumentReaders: {
    description: 'The readers of a document, and what they read',
    /** Reads the readers, what they saw of the current version, their names, and the addresses that the caller may know. */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['READING#', 'DOC#', 'ORG#', 'USER#'],
      },
      filterIndex: { 'dynamodb:Query': ['READERS#'] },
    },
  },
  getDocumentReader: {
    description: 'What a person read of a document, page by page',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'READING#'],
        'dynamodb:BatchGetItem': ['READING#', 'DOC#', 'ORG#', 'USER#'],
      },
    },
  },
  listOrganizationActivity: {
    description: 'The activity of an organization: who read and did what',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ACTIVITY#', 'READING#', 'DOC#', 'ORG#', 'USER#'] },
      listIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
      filterIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
    },
  },
  getMe: {
    description: 'The caller, and the organizations they belong to',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ORG#'], 'dynamodb:Query': ['TAKEN#'] },
      listIndex: { 'dynamodb:Query': ['MEMBERSHIPS#'] },
    },
  },
  updateMe: {
    description: 'Changes the name or language of a person; the name also in their memberships',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['USER#', 'ORG#'],
        'dynamodb:Query': ['TAKEN#'],
        'dynamodb:PutItem': ['USER#', 'ORG#'],
      },
      listIndex: { 'dynamodb:Query': ['MEMBERSHIPS#'] },
    },
  },
  listSessions: {
    description: 'A page of the sessions of the caller',
    grants: {
      table: { 'dynamodb:GetItem': ['SESSION#'], 'dynamodb:BatchGetItem': ['SESSION#'] },
      listIndex: { 'dynamodb:Query': ['SESSIONS#'] },
    },
    sessionLife: true,
  },
  deleteSession: {
    description: 'Ends a session of the caller',
    grants: { table: { 'dynamodb:GetItem': ['SESSION#'], 'dynamodb:DeleteItem': ['SESSION#'] } },
    sessionLife: true,
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
