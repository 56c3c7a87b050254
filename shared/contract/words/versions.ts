import { grouped } from '../../text/words.ts';
import { versionId } from '../identifiers.ts';
import { copiesMax, detailedVersionsMax, maxUploadBytes } from '../limits.ts';
import type * as contracts from '../operations/versions.ts';
import { versionRef } from '../resources/document.ts';
import { version } from '../resources/version.ts';
import { versionDetails } from '../resources/versionDetails.ts';
import { versionDownload } from '../resources/versionDownload.ts';
import {
  failureCode,
  failureMessages,
  problemCode,
  versionFailure,
  versionProblem,
} from '../resources/versionFailure.ts';
import { fileFields, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { emptyOrOfOneLine, ofLines } from './texts.ts';

named('Version', version, {
  description: 'One PDF of a document, as it was uploaded.',
  fields: {
    id: 'The version.',
    document_id: 'The document it belongs to.',
    service_url: 'The page at which people read this version.',
    title: 'Its title, if it has one of its own.',
    description: 'The changes in it, in words; null: none were given.',
    processing_status: 'Whether it can be read yet. `ready` and `failed` are final.',
    created_at: 'When it was uploaded.',
    created_by: 'The uploader, with the name of that time.',
    failure:
      'Only in the event `version.failed`: why it failed. Events of releases before 1.1.0 do not have it.',
  },
  extensions: ['failure'],
});
named('VersionFailure', versionFailure, {
  description: 'Why a version failed.',
  fields: {
    code: 'The reason.',
    message: 'What to do about it, in one sentence.',
  },
});
named('FailureCode', failureCode, {
  description:
    'Why a version failed. `damaged`: no PDF reader opens the file. `no_pages`: it has no pages. `took_too_long`: reading it takes too ' +
    'much time or memory. `crashed_reader`: reading it crashed the reader, or killed the processing three times. `unknown`: the service ' +
    'did not note why, as releases before 1.1.0.',
});
named('VersionProblem', versionProblem, {
  description: 'Why the people whom a document is meant for cannot read its newest version.',
  fields: {
    version_id: 'The version.',
    code: 'The reason.',
    message: 'What to do about it, in one sentence.',
  },
});
named('ProblemCode', problemCode, {
  description:
    'A `FailureCode`, if the version failed; `password`: the file needs a password or a certificate; `not_shown`: a policy or a share ' +
    'asks for pictures of the pages, and these cannot be drawn. There may be other codes later.',
});
named('VersionDetails', versionDetails, {
  description:
    'What tells a version from others. People who read the document by a share, and readers under a policy with `view_only` or ' +
    '`watermark`, get null in `file_name`, `size_bytes` and `sha256`: these would prove which file it is.',
  fields: {
    version_id: 'The version.',
    number: 'Its number: 1 for the first version of the document. Numbers are not given again.',
    file_name:
      'The name of the uploaded file, without folders and control characters, at most 255 characters. null: the file came ' +
      'without a name, by an upload’s URL, or before 1.1.0.',
    page_count: 'Its pages; null until it is ready, if it failed, and if it needs a password.',
    size_bytes: 'The length of its file.',
    sha256: 'The SHA-256 of its file in hexadecimal; null until it is ready, and if it failed.',
    failure: 'Why it failed; null if it did not fail.',
    needs_password:
      'Whether PDF readers ask for a password or a certificate. The service cannot show such a file. Versions of releases before ' +
      '1.1.0 are `true` only if their pages could not be counted.',
  },
});
named('VersionDownload', versionDownload, {
  description: 'Where to fetch the PDF of a version, or when to ask again.',
  fields: {
    download_url:
      'The URL of the PDF, for five minutes. It needs no credential. null: your copy is being made.',
    expires_at: 'When the URL ends; null without a URL.',
    retry_after: 'The seconds after which to send the request again; null if there is a URL.',
  },
});
named('VersionRef', versionRef, {
  description: 'Names a version.',
  fields: { id: 'The version.' },
});
namedId('VersionId', versionId, 'a version', 'ver_01kk8jwpe5b3crkn4hm6n8t754');

const newVersion = eventExamples['version.created'].data;
const readyVersion = eventExamples['version.ready'].data;
const failedExample = eventExamples['version.failed'].data;
const renamedVersion = eventExamples['version.updated'].data;

export const words: WordsOf<typeof contracts> = {
  listDocumentVersions: {
    description: 'For everyone who may read the document.',
    success: 'A page of versions.',
    ...listPageOf('VersionPage', 'A page of versions, newest first.', 'The versions.', [readyVersion]),
  },
  listDocumentVersionDetails: {
    description: `For everyone who may read the document: the ${detailedVersionsMax} newest of the versions that listDocumentVersions shows you, newest first.`,
    success: 'The details.',
    responseBody: { name: 'VersionDetailsList', fields: { items: 'The details of each version.' } },
    response: {
      items: [
        {
          version_id: failedExample.id,
          number: 3,
          file_name: 'Anlage 2.pdf',
          page_count: null,
          size_bytes: 20_480,
          sha256: null,
          failure: { code: 'damaged', message: failureMessages.damaged },
          needs_password: false,
        },
        {
          version_id: readyVersion.id,
          number: 2,
          file_name: 'Rahmenvertrag v2.pdf',
          page_count: 14,
          size_bytes: 482_113,
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          failure: null,
          needs_password: false,
        },
      ],
    },
  },
  createDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. The PDF is ' +
      `\`payload\`, at most ${grouped(maxUploadBytes)} bytes, or the file of an upload. When the version is ready, it ` +
      'becomes the current version of the document, unless a newer version was ready before.',
    requestBody: {
      name: 'CreateVersion',
      description: 'The form that adds a version.',
      fields: {
        ...fileFields,
        title: `A title of its own. ${emptyOrOfOneLine} Default: none`,
        description: `The changes in it, in words. ${ofLines} Default: none`,
        notify_readers:
          '`true`: when the version is ready and becomes the current one, one mail goes to each person who read an earlier version by a ' +
          'share that is still open. The mails count against the quotas of mail. Default: `false`',
      },
      extensions: ['notify_readers'],
    },
    success: 'The version, which is being processed.',
    response: newVersion,
  },
  getDocumentVersion: {
    description: 'For everyone who may read the document.',
    success: 'The version.',
    response: readyVersion,
  },
  getDocumentVersionDownload: {
    description:
      'For everyone who may read the document, also by a share, with the rules of its policies. A `watermark` gives readers a copy of ' +
      'their own, which takes seconds to make: send the request again after `retry_after`, until it answers with a URL. Each URL is ' +
      'recorded as `downloaded`; the requests before are not. A version that is not `ready` is 400 (`invalid_value`). With `view_only`, ' +
      'a text that you have not accepted, or a file that cannot get its watermark, the answer is 403 with the reason. After ' +
      `${copiesMax} copies in a quarter of an hour, it is 429. The file downloads as \`<title>.pdf\`.`,
    success: 'The URL of the PDF, or when to ask again.',
    response: {
      download_url:
        'https://files.example.com/payloads/01kk8jwpe5b3crkn4hm6n8t754?X-Amz-Expires=300&X-Amz-Signature=f2c3a1b5',
      expires_at: '2026-03-09T10:20:30.000Z',
      retry_after: null,
    },
  },
  updateDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it.',
    requestBody: {
      name: 'UpdateVersion',
      description: 'The fields to change. Omitted fields stay as they are.',
      fields: {
        title: `A new title; null removes it. ${emptyOrOfOneLine}`,
        description: `A new description; null removes it. ${ofLines}`,
      },
    },
    request: { title: renamedVersion.title, description: renamedVersion.description },
    success: 'The version as it is now.',
    response: renamedVersion,
  },
  deleteDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. Takes back a wrong ' +
      'file for good: a version cannot be restored. The document becomes what it would be if the version had never ' +
      'existed: its `current_version` is the newest version left that is ready, or null. Numbers of versions are not ' +
      'given again. The pages and files of the version answer 404 at once. URLs of files that clients have already end ' +
      'when the service removes the file, seconds later. The only version of a document cannot be deleted (400 on ' +
      '`version_id`); delete the document instead. While a policy keeps the document, its versions cannot be deleted (403).',
    success: 'The version is gone.',
    response: {},
  },
};
