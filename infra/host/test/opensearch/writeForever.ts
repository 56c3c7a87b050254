// This process writes bulk requests until a test kills it. It prints one line for each acknowledged request: the number of the request.
import { openOpenSearch } from './fixture.ts';

const [directory = '', first = ''] = process.argv.slice(2);
const { bulk } = await openOpenSearch(directory);
let next = Number(first);

async function writeForever(): Promise<never> {
  while (true) {
    const request = next++;
    // The second entry of each request replaces the same entry of the request before.
    const { status } = await bulk([
      { index: { _id: `${request}` } },
      { owner: `${request}`, text: `request r${request}` },
      { index: { _id: `again-${request % 10}` } },
      { owner: `${request}`, text: `again r${request}` },
      { delete: { _id: `${request - 50}` } },
    ]);
    if (status === 200) process.stdout.write(`${request}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, writeForever));
