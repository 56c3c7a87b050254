import { detailedVersionsMax } from '../../../shared/contract/limits.ts';
import { listDocumentVersionDetails } from '../../../shared/contract/operations/versions.ts';
import { listAllAttachments } from '../../../shared/data/policies/attachments.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersionDetails } from '../../../shared/presentation/versions.ts';
import { shownVersions } from '../../../shared/reading/shownVersions.ts';
import { mayIdentifyFile } from '../../../shared/reading/standing.ts';

export const handler = operation(listDocumentVersionDetails, async (request) => {
  const { standing, items } = await shownVersions(request, undefined, detailedVersionsMax);
  const identifiesFile = await mayIdentifyFile(standing, () => listAllAttachments(standing.document.id));
  return { items: items.map((version) => presentVersionDetails(version, identifiesFile)) };
});
