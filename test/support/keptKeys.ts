import { listKeptFiles } from '../../shared/files/keptFiles.ts';

/** Returns the keys of all files that are kept below a prefix. Default: payloads */
export async function keptKeys(prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of listKeptFiles(prefix)) keys.push(...page.map(({ key }) => key));
  return keys;
}
