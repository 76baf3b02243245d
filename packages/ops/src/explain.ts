import type { Target } from './target.ts'

/** What went wrong, and what to do about it where that is known. `target` is the deployment that was worked on. */
export function explain(error: unknown, target: Target | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  if (target?.local && (code === 'ECONNREFUSED' || code === 'InvalidClientTokenId'))
    return `${target.name} does not answer: it was stopped, or is just being started. Start it with npm start.`
  if (error.name === 'CredentialsProviderError')
    return 'There are no AWS credentials. Sign in (aws sso login), or set AWS_PROFILE.'
  if (error.message === 'Region is missing') return 'No AWS region is set. Set AWS_REGION.'
  if (
    ['ExpiredToken', 'ExpiredTokenException', 'InvalidClientTokenId', 'UnrecognizedClientException'].includes(
      error.name,
    )
  )
    return 'The AWS credentials are not accepted any more. Sign in again (aws sso login).'
  if (/^AccessDenied/.test(error.name)) return `These AWS credentials may not do that: ${error.message}`
  if (error.name === 'ServiceError' && code === 'not_found')
    return `${error.message.split('.')[0]} in that organisation: npm run ops -- organizations list, webhooks list`
  return error.message
}

function codeOf(error: Error): string | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one.name === 'InvalidClientTokenId' || one.name === 'UnrecognizedClientException') return one.name
    if ('code' in one && typeof one.code === 'string') return one.code
  }
  return undefined
}
