import { environment } from '../../runtime/environment.ts';

export { dynamo } from '../../aws/dynamo.ts';

export const tableName = environment('tableName');
