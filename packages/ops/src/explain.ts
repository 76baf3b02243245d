import type { Target } from './target.ts'

/** Returns the cause of an error, with a remedy if one is known. `target` is the deployment of the command. */
export function explain(error: unknown, target: Target | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  if (target?.local && (code === 'ECONNREFUSED' || code === 'InvalidClientTokenId'))
    return `${target.name} does not respond. It is stopped or still starting. Start it with npm start.`
  if (error.name === 'CredentialsProviderError')
    return 'No AWS credentials found. Sign in (aws sso login), or set AWS_PROFILE.'
  if (error.message === 'Region is missing') return 'No AWS region is set. Set AWS_REGION.'
  if (
    ['ExpiredToken', 'ExpiredTokenException', 'InvalidClientTokenId', 'UnrecognizedClientException'].includes(
      error.name,
    )
  )
    return 'The AWS credentials are invalid or expired. Sign in again (aws sso login).'
  if (/^AccessDenied/.test(error.name)) return `The AWS credentials lack a permission: ${error.message}`
  if (error.name === 'ServiceError' && code === 'not_found') {
    const [message = ''] = error.message.split('.')
    if (/ organisation$/.test(message)) return `${message}: npm run ops -- organizations list`
    if (/ user$/.test(message)) return `${message}: npm run ops -- users list`
    return `${message} in that organisation: npm run ops -- organizations list, and replywright webhooks list`
  }
  return error.message
}

function codeOf(error: Error): string | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one.name === 'InvalidClientTokenId' || one.name === 'UnrecognizedClientException') return one.name
    if ('code' in one && typeof one.code === 'string') return one.code
  }
  return undefined
}
