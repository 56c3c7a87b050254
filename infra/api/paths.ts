import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { NestedStack } from 'aws-cdk-lib/core';

/**
 * The paths of the API that are newer than 1.0.0, and so in a nested stack with all paths below them: the root stack has hardly any room.
 * A path never leaves this list, because a resource that moves to another stack would exist twice during the update.
 */
const newerPaths = [
  '/v1/me/shares',
  '/v1/documents/{document_id}/versions/details',
  '/v1/documents/{document_id}/access_requests',
  '/d/{document_id}/access',
];

/** The resources of a REST API by their paths. Creates a resource with its first use. */
export class ApiPaths {
  readonly #restApi: apigateway.RestApi;
  readonly #newer = new Map<string, apigateway.IResource>();
  #stack: NestedStack | undefined;

  constructor(restApi: apigateway.RestApi) {
    this.#restApi = restApi;
  }

  /** Returns the resource of a path such as `/v1/documents`. Methods belong to the stack of their resource. */
  at(path: string): apigateway.IResource {
    const isNewer = newerPaths.some((newer) => path === newer || path.startsWith(`${newer}/`));
    return isNewer ? this.#inNestedStack(path) : this.#restApi.root.resourceForPath(path);
  }

  #inNestedStack(path: string): apigateway.IResource {
    const before = this.#newer.get(path);
    if (before) return before;
    const [, parent = '', part = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const above = newerPaths.includes(path) ? this.#imported(parent) : this.#inNestedStack(parent);
    const made = above.addResource(part);
    this.#newer.set(path, made);
    return made;
  }

  /** Refers to a resource of the root stack from the nested stack. */
  #imported(path: string): apigateway.IResource {
    this.#stack ??= new NestedStack(this.#restApi, 'Routes');
    const { api, resourceId } = this.#restApi.root.resourceForPath(path);
    return apigateway.Resource.fromResourceAttributes(this.#stack, path, {
      restApi: api,
      resourceId,
      path,
    });
  }
}
