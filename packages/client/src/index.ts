export type { CallOptions } from './client-types.ts'
export type { ServiceClient } from './contract-types.ts'
export {
  type ClientOptions,
  createClient,
  type OperationInput,
  type OperationName,
  type OperationResult,
} from './create-client.ts'
export { ApiError, type ApiErrorCode, ConnectionError, RateLimitError } from './errors.ts'
export { toDigits, toE164 } from './phone-number.ts'
export type { WebhookEvent, WebhookEventName, WebhookEventOf } from './webhooks/verify-webhook.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhooks/verify-webhook.ts'
