import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { NestedStack } from 'aws-cdk-lib/core';
import { rootPaths } from './rootPaths.ts';

/** The resources of a REST API by their paths. Creates a resource with its first use. */
export class ApiPaths {
  readonly #restApi: apigateway.RestApi;
  /** The resources in the nested stack, and those of the root stack as the nested stack refers to them. */
  readonly #nested = new Map<string, apigateway.IResource>();
  #stack: NestedStack | undefined;

  constructor(restApi: apigateway.RestApi) {
    this.#restApi = restApi;
  }

  /** Returns the resource of a path such as `/v1/documents`. Methods belong to the stack of their resource. */
  at(path: string): apigateway.IResource {
    return isInRoot(path) ? this.#restApi.root.resourceForPath(path) : this.#fromNested(path);
  }

  /** Returns a resource for the nested stack: one of its own, or a reference to one of the root stack. */
  #fromNested(path: string): apigateway.IResource {
    const before = this.#nested.get(path);
    if (before) return before;
    const made = isInRoot(path) ? this.#imported(path) : this.#added(path);
    this.#nested.set(path, made);
    return made;
  }

  #added(path: string): apigateway.IResource {
    const [, parent = '', part = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    return this.#fromNested(parent || '/').addResource(part);
  }

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

/** Returns whether the root stack has the resource of a path. It also has the resources above its paths, such as `/v1`. */
export const isInRoot = (path: string): boolean =>
  rootPaths.some((root) => root === path || root.startsWith(path === '/' ? path : `${path}/`));
