export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string | FormData
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<Response>
