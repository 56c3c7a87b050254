import { describe } from 'vitest';
import { changeAddress, updatePerson } from '../../shared/acts/updatePerson.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { storedPerson } from '../support/people/people.ts';
import { acting, records, refuses } from './actTable.ts';

const person = async () => {
  const { owner, by, now } = await acting();
  return { userId: owner.id, name: 'Nora New', by, now };
};

records(updatePerson, person, { entries: ['user.updated'] });

refuses(updatePerson, { no_person: async () => ({ ...(await person()), userId: newId('user') }) });

describe('another address', () => {
  const address = async () => {
    const { owner, by, now } = await acting();
    return { person: owner, email: `${crypto.randomUUID()}@people.example`, by, now };
  };

  records(changeAddress, address, { entries: ['user.updated'], conflicts: [0] });

  refuses(changeAddress, {
    address_taken: async () => ({ ...(await address()), email: (await storedPerson()).email ?? '' }),
  });
});
