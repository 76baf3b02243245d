import type { Operation, Parameter } from '@messaging/contract/openapi/types.ts'

/** Returns a curl command that calls the operation. The reader inserts the API key. */
export function curlOf(baseUrl: string, method: string, path: string, operation: Operation): string {
  const inPath = operation.parameters.filter((each): each is Parameter => 'in' in each && each.in === 'path')
  const inHeader = operation.parameters.filter(
    (each): each is Parameter => 'in' in each && each.in === 'header' && each.required,
  )
  const url = inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example ?? name)), path)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${baseUrl}${url}`)}`,
    ...(operation.security?.length === 0 ? [] : ["-H 'X-API-Key: YOUR_API_KEY'"]),
    ...inHeader.map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...bodyOf(operation),
  ].join(' \\\n  ')
}

function bodyOf({ requestBody }: Operation): string[] {
  if (!requestBody) return []
  const { 'multipart/form-data': form, 'application/json': json } = requestBody.content
  if (form) return ["-F 'file=@returns.pdf'"]
  const [example] = Object.values(json?.examples ?? {})
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example?.value ?? {}, null, 2))}`]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
