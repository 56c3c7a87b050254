import { AsyncLocalStorage } from 'node:async_hooks';
import type { FinalizeRequestMiddleware, HttpRequest } from '@smithy/types';
import type { Credentials } from 'assembly-host/credentials';
import type { Stores } from 'assembly-host/stores';
import { kms } from '../../../shared/aws/kms.ts';
import { objects, settings as ofS3 } from '../../../shared/aws/s3.ts';
import { s3 } from '../../../shared/aws/s3Client.ts';
import { signerFor } from '../../../shared/aws/signature.ts';
import { sqs } from '../../../shared/aws/sqs.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { region } from './stores.ts';
import { storesTime } from './storesTime.ts';

export interface FunctionRoles {
  /** Runs a function with the credentials of its role only. */
  asFunction<T>(functionName: string, run: () => Promise<T>): Promise<T>;
  /** IAM's messages about requests that roles did not allow. */
  readonly refused: string[];
}

/**
 * Signs requests of functions in this process with the credentials of their roles from now on, as in separate execution
 * environments. Signs other requests as the account's owner.
 */
export function signAsFunctions({ credentials, credentialsOf }: Stores): FunctionRoles {
  const running = new AsyncLocalStorage<Credentials>();
  const refused: string[] = [];

  const signing = <I extends object, O extends object>(service: string): FinalizeRequestMiddleware<I, O> => {
    // A signer keeps one signing key.
    const signers = new Map<Credentials, ReturnType<typeof signerFor>>();
    const signerOf = (who: Credentials) => {
      const signer = signers.get(who) ?? signerFor(service);
      signers.set(who, signer);
      return signer;
    };
    return (next) => async (args) => {
      // The client has signed the request as the owner, with a time that a test may have changed. This signature replaces that one.
      const who = running.getStore() ?? credentials;
      signerOf(who)(args.request as HttpRequest, who, region, new Date(storesTime()));
      return next(args).catch((error: unknown) => {
        if (error instanceof Error && error.message.includes('is not authorized to perform'))
          refused.push(error.message);
        throw error;
      });
    };
  };
  const place = {
    name: 'signAsFunction',
    relation: 'after',
    toMiddleware: 'sign',
    override: true,
  } as const;
  dynamo.middlewareStack.addRelativeTo(signing('dynamodb'), place);
  sqs.middlewareStack.addRelativeTo(signing('sqs'), place);
  kms.middlewareStack.addRelativeTo(signing('kms'), place);
  objects.middlewareStack.addRelativeTo(signing('s3'), place);
  // Presigned URLs, lists of S3 and operators' commands are signed without these middlewares. They get the credentials from here.
  const current = async () => running.getStore() ?? credentials;
  ofS3.credentials = current;
  s3.config.credentials = Object.assign(current, { memoized: true });

  const roles = new Map<string, Credentials>();
  const roleOf = (name: string): Credentials => {
    const role = roles.get(name) ?? credentialsOf(name);
    roles.set(name, role);
    return role;
  };
  return { asFunction: (name, run) => running.run(roleOf(name), run), refused };
}
