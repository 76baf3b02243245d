import type { OpenApiDocument, Operation } from '@replywright/contract/openapi/types.ts'
import type { RenderedGuide } from '../guides/render.ts'
import { fragment } from '../html.ts'
import { curlOf } from './call-examples.ts'
import { eventsOf } from './event.ts'
import { fieldEntry, fieldLines, type Names, typeText } from './field-lines.ts'
import { type Listed, operationsOf } from './operation.ts'

/**
 * Returns the API reference as Markdown, for programs that read the documentation.
 * @param nameText returns the text of a reference to a schema; its name as code by default
 */
export function referenceMarkdown(
  document: OpenApiDocument,
  nameText: Names['text'] = (name) => `\`${name}\``,
): string {
  const { info, servers, tags, components } = document
  const baseUrl = servers[0]?.url ?? ''
  const names: Names = { text: nameText, description: (name) => components.schemas[name]?.description }
  const sections = tags.flatMap(({ name, description }) => [
    `## ${name}`,
    description,
    ...operationsOf(document, name).flatMap((listed) => operationText(listed, document, baseUrl, names)),
    ...(name === 'Webhooks'
      ? eventsOf(document).flatMap(({ name: event, operation }) => [
          `### Event \`${event}\``,
          operation.description ?? '',
          ...bodyText(operation, names),
        ])
      : []),
  ])
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    fieldLines(schema, names).join('\n'),
  ])
  return `${[`# ${info.title}`, info.description, `Base URL: \`${baseUrl}\``, ...sections, '## Schemas', ...schemas].join('\n\n')}\n`
}

/** Returns an index of the guides and the reference (llmstxt.org): a link to each guide and operation with its summary. */
export function referenceIndex(
  document: OpenApiDocument,
  guides: Readonly<Record<string, Pick<RenderedGuide, 'title' | 'description'>>>,
): string {
  const { info, servers, tags } = document
  const baseUrl = servers[0]?.url ?? ''
  const sections = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      '',
      description,
      '',
      ...operationsOf(document, name).map(
        ({ method, path, operation }) =>
          `- [${operation.summary}](${baseUrl}/docs#${fragment(operation.operationId)}): \`${method.toUpperCase()} ${path}\``,
      ),
    ].join('\n'),
  )
  const documents = [
    '## Documents',
    '',
    `- [Reference in Markdown](${baseUrl}/docs.md): all operations, events and schemas`,
    `- [OpenAPI document](${baseUrl}/openapi.json): OpenAPI 3.1`,
    ...Object.entries(guides).map(
      ([slug, { title, description }]) => `- [${title}](${baseUrl}/docs/${slug}.md): ${description}`,
    ),
  ].join('\n')
  return `${[`# ${info.title}`, `> ${info.summary}`, info.description, documents, ...sections].join('\n\n')}\n`
}

function operationText(listed: Listed, { components }: OpenApiDocument, baseUrl: string, names: Names): string[] {
  const { method, path, operation } = listed
  const parameters = operation.parameters.flatMap((each) =>
    '$ref' in each ? (components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? []) : [each],
  )
  const lines = parameters.flatMap(({ name, in: location, required, schema, description }) =>
    fieldEntry(name, schema, names, [location, ...(required ? ['required'] : [])], description),
  )
  const results = Object.entries(operation.responses).map(([status, response]) => {
    const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
    const name =
      '$ref' in response ? response.$ref.split('/').at(-1) : schema ? typeText(schema, names) : response.description
    return `${status} ${name}`
  })
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    ...(operation.description ? [operation.description] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...bodyText(operation, names),
    `Responses: ${results.join(', ')}`,
    `\`\`\`sh\n${curlOf(listed, baseUrl)}\n\`\`\``,
  ]
}

function bodyText({ requestBody }: Operation, names: Names): string[] {
  return Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema }]) =>
      `Body${mediaType === 'application/json' ? '' : ` (${mediaType})`}: ${typeText(schema, names)}`,
  )
}
