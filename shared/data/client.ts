import { environment } from '../environment.ts';

export { dynamo } from '../aws/dynamo.ts';

export const tableName = environment('tableName');
