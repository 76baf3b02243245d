import type { Operation, Parameter } from '@replywright/contract/openapi/types.ts'
import { type Html, html } from '../html.ts'
import type { Listed } from './operation.ts'

/** Shows how to call an operation with curl, TypeScript and Python. Opening one closes the others. */
export function callExamples(listed: Listed, baseUrl: string): Html {
  const examples = [
    ['curl', curlOf(listed, baseUrl)],
    ['TypeScript', typescriptOf(listed.operation)],
    ['Python', pythonOf(listed, baseUrl)],
  ] as const
  return html`${examples.map(
    ([title, code], index) =>
      html`${
        code !== undefined &&
        html`<details name="call-${listed.operation.operationId}"${index === 0 && OPEN}><summary>${title}</summary><pre tabindex="0"><code>${code}</code></pre></details>`
      }`,
  )}`
}

const CLIENT_PACKAGE = '@replywright/client'
const OPEN: Html = { markup: ' open' }

/** Returns a curl command that calls the operation. The reader inserts the API key. */
export function curlOf({ method, path, operation }: Listed, baseUrl: string): string {
  const verb = method.toUpperCase()
  return [
    `curl${verb === 'GET' ? '' : ` -X ${verb}`} ${quoted(`${baseUrl}${filledPath(path, operation)}`)}`,
    ...(operation.security?.length === 0 ? [] : ["-H 'X-API-Key: YOUR_API_KEY'"]),
    ...requiredHeaders(operation).map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
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

function filledPath(path: string, { parameters }: Operation): string {
  return inPath(parameters).reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example ?? name)),
    path,
  )
}

function inPath(parameters: Operation['parameters']): Parameter[] {
  return parameters.filter((each): each is Parameter => 'in' in each && each.in === 'path')
}

function requiredHeaders({ parameters }: Operation): Parameter[] {
  return parameters.filter((each): each is Parameter => 'in' in each && each.in === 'header' && each.required)
}

/** Returns the example of a JSON body, or undefined if there is none or it is empty. */
function bodyExample({ requestBody }: Operation): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  const isEmpty = example === undefined || JSON.stringify(example.value) === '{}'
  return isEmpty ? undefined : example.value
}

const takesFile = ({ requestBody }: Operation) => requestBody?.content['multipart/form-data'] !== undefined

/** Returns a call of the typed client; undefined for an operation that it does not have. */
function typescriptOf(operation: Operation): string | undefined {
  if (operation.security?.length === 0 && requiredHeaders(operation).length > 0) return undefined
  if (Object.keys(operation.responses).every((status) => !status.startsWith('2'))) return undefined
  const method = operation.operationId.split('.').map(camelCase).join('.')
  const path = inPath(operation.parameters).map(({ name, example }) => [name, example ?? name] as const)
  const [only, ...others] = path
  const ids = others.length > 0 ? [literal(Object.fromEntries(path))] : only ? [literal(only[1])] : []
  const body = bodyExample(operation)
  const input = takesFile(operation) ? ['{ file }'] : body === undefined ? [] : [literal(body)]
  return `import { createClient } from '${CLIENT_PACKAGE}'

const client = createClient({ baseUrl, apiKey })
await client.${method}(${[...ids, ...input].join(', ')})`
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a value as TypeScript: field names without quotes where possible. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, '$1$2:')
}

function pythonOf({ method, path, operation }: Listed, baseUrl: string): string {
  const headers = [
    ...(operation.security?.length === 0 ? [] : [['X-API-Key', 'YOUR_API_KEY'] as const]),
    ...requiredHeaders(operation).map(({ name, example }) => [name, String(example)] as const),
  ]
  const body = bodyExample(operation)
  const lines = [
    JSON.stringify(`${baseUrl}${filledPath(path, operation)}`),
    ...(headers.length > 0 ? [`headers=${pythonLiteral(Object.fromEntries(headers))}`] : []),
    ...(takesFile(operation) ? ["files={'file': open('returns.pdf', 'rb')}"] : []),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body)}`]),
  ]
  return `import requests\n\nresponse = requests.${method}(\n    ${lines.join(',\n    ')},\n)\nresponse.raise_for_status()`
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}: ${pythonLiteral(field)}`)
    .join(', ')}}`
}
