/** The SDK's rules for the endpoints of a service. They have no dependency on the client of the service. */
declare module '@aws-sdk/*/dist-es/endpoint/bdd.js' {
  import type { BinaryDecisionDiagram } from '@smithy/core/endpoints';

  export const bdd: BinaryDecisionDiagram;
}

declare module '@aws-sdk/*/dist-es/endpoint/EndpointParameters.js' {
  import type { EndpointParameterInstructions } from '@smithy/types';

  /** The parameters of the rules, and the settings that they come from. */
  export const commonParams: EndpointParameterInstructions;
  /** Adds the defaults of the settings. */
  export const resolveClientEndpointParameters: <T>(settings: T) => T;
}
