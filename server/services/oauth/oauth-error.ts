import { AppError } from '#core/lib/errors.ts';

/** The codes of RFC 6749, 7591 and 8707 that the server sends. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** A refusal for the program of an app, with a code that it knows. */
export class OauthError extends AppError {
  readonly error: OauthErrorCode;

  constructor(error: OauthErrorCode, message: string) {
    super(error === 'invalid_client' ? 'unauthorized' : 'bad_request', message);
    this.error = error;
  }
}
