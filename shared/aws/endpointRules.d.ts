/** The SDK's rules for the endpoints of a service. These modules do not import the client of the service. */
declare module '@aws-sdk/*/dist-es/endpoint/bdd.js' {
  import type { BinaryDecisionDiagram } from '@smithy/core/endpoints';

  export const bdd: BinaryDecisionDiagram;
}

declare module '@aws-sdk/*/dist-es/endpoint/EndpointParameters.js' {
  import type { EndpointParameterInstructions } from '@smithy/types';

  /** The parameters of the rules, with the setting that each parameter comes from. */
  export const commonParams: EndpointParameterInstructions;
  /** Returns the settings, with a default for each missing setting. */
  export const resolveClientEndpointParameters: <T>(settings: T) => T;
}
