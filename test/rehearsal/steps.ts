import type { Rehearsal } from './rehearsal.ts';
import { comparePermissions } from './steps/comparePermissions.ts';
import { conform } from './steps/conform.ts';
import { examine, issueFirstKey, operate } from './steps/operator.ts';
import { bootstrap, breakUpdate, deploy, destroy, start, update } from './steps/stack.ts';
import { loseMessage, sendMail } from './steps/work.ts';

/** A step. Resolves with a line for the report; throws when it fails. */
export type Step = (rehearsal: Rehearsal) => Promise<string>;

/** The steps in their order. If a step with `isBasis` fails, the rehearsal ends. */
export const steps: readonly { readonly name: string; readonly run: Step; readonly isBasis?: true }[] = [
  { name: 'start the emulator', run: start, isBasis: true },
  { name: 'cdk bootstrap', run: bootstrap, isBasis: true },
  { name: 'cdk deploy, with no settings', run: deploy, isBasis: true },
  { name: "the operator's first key, and a document with it", run: issueFirstKey, isBasis: true },
  { name: 'cdk deploy, with other settings', run: update, isBasis: true },
  { name: 'a mail', run: sendMail },
  { name: 'a message that SQS loses', run: loseMessage },
  { name: "the operator's doctor", run: examine },
  { name: "all of the operator's commands", run: operate },
  { name: 'the conformance tests', run: conform },
  { name: 'an update that fails half-way', run: breakUpdate },
  { name: 'permissions granted and asked for', run: comparePermissions },
  { name: 'cdk destroy', run: destroy },
];
