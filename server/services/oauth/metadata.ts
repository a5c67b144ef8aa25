import { SCOPES } from '#contract/api-keys.ts';
import type { Config } from '#core/config/config.ts';

type PublicUrl = Pick<Config, 'publicUrl'>;

/** The resource that tokens of apps are for. */
export const resourceOf = ({ publicUrl }: PublicUrl): string => `${publicUrl}/mcp`;

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';
export const TOKEN_PATH = '/oauth/token';
export const REGISTRATION_PATH = '/oauth/register';
export const REVOCATION_PATH = '/oauth/revoke';
/** The page on which a user allows an app; a screen of the client. */
const AUTHORIZATION_PATH = '/oauth/authorize';

/** Describes `/mcp` for apps (RFC 9728). */
export const describeResource = (config: PublicUrl) => ({
  resource: resourceOf(config),
  authorization_servers: [config.publicUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Cutroom',
});

/** Describes how apps get tokens (RFC 8414). */
export const describeServer = ({ publicUrl }: PublicUrl) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${AUTHORIZATION_PATH}`,
  token_endpoint: `${publicUrl}${TOKEN_PATH}`,
  registration_endpoint: `${publicUrl}${REGISTRATION_PATH}`,
  revocation_endpoint: `${publicUrl}${REVOCATION_PATH}`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
