import { test as base } from 'vitest';
import { readyDocument, upload } from './documents.ts';
import { newEndpoint } from './endpoints.ts';
import { Person } from './person.ts';
import { newOrganization } from './webhooks.ts';

/** A test of the API. It can request the fixtures that many such tests begin with. */
export const test = base
  .extend('ready', () => readyDocument())
  .extend('uploaded', () => upload())
  .extend('organization', () => newOrganization())
  .extend('endpoint', () => newEndpoint())
  .extend('person', () => new Person());
