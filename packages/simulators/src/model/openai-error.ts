import type { Reply } from '../http.ts'

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

export function openAiError(
  status: number,
  message: string,
  { code = null, param = null }: { code?: string | null; param?: string | null } = {},
): Reply {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  return { status, body: { error: { message, type, param, code } } }
}
