import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import type { Operation as Described, JsonSchema, Parameter } from '@replywright/contract/openapi/types.ts'
import type { Operation } from '../../src/operation.ts'
import { operations } from '../../src/operations.ts'
import { parameterNames } from '../../src/target.ts'
import { docText, PythonTypes, pascalCase } from './types-text.ts'

const HEADER =
  '# Generated from the OpenAPI document. CONTRIBUTING.md says how.\nfrom __future__ import annotations\n\n'

/** Builds the generated modules of the Python client: the types of the API, and a method for each operation. */
export function pythonModules() {
  const document = openApiDocument('https://api.example.com')
  const types = new PythonTypes(document.components.schemas)
  const events = Object.values(document.webhooks).map(({ post }, index) =>
    types.annotation(post?.requestBody?.content['application/json']?.schema, `Event${index}`),
  )
  types.alias('WebhookEvent', `Union[${events.join(', ')}]`, 'The body of a delivery.')
  const described = new Map(
    Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each])),
  )
  const methods = Object.entries(operations).flatMap(([key, operation]) => {
    const of = described.get(key.replace('/', '.'))
    return of ? [methodOf(key, operation, of, types)] : []
  })
  return { types: typesModule(types), operations: operationsModule(methods) }
}

/** The texts of a method of the synchronous and of the asynchronous client. */
interface Method {
  readonly group: string
  readonly sync: string
  readonly async: string
}

function typesModule(types: PythonTypes): string {
  return `${HEADER}from typing import Any, Dict, List, Literal, TypeAlias, TypedDict, Union

from ._file import File

${types.text()}`
}

function methodOf(key: string, operation: Operation, described: Described, types: PythonTypes): Method {
  const [group = '', name = ''] = key.split('/').map((segment) => segment.replaceAll('-', '_'))
  const typeName = pascalCase(key)
  const annotation = (schema: JsonSchema | undefined, suffix: string) =>
    types
      .annotation(schema, typeName + suffix)
      .replace(/"[^"]*"|\b(?!(?:Any|Dict|List|Literal|None|Union)\b)[A-Z]\w*/g, (text) =>
        text.startsWith('"') ? text : `types.${text}`,
      )
  const paths = parameterNames(operation.path)
  const queries = described.parameters.filter((each): each is Parameter => 'in' in each && each.in === 'query')
  const queryArguments = queries.map(({ name, schema, required }) => {
    const type = annotation(schema, pascalCase(name)).replace('Literal["true", "false"]', 'bool')
    return `${snakeCase(name)}: ${required ? type : `Optional[${type}] = None`}`
  })
  const contents = Object.values(described.requestBody?.content ?? {}).map(({ schema }) => annotation(schema, 'Input'))
  const bodyType = contents.length > 1 ? `Union[${contents.join(', ')}]` : contents[0]
  const bodyArgument =
    operation.input !== 'body'
      ? []
      : [described.requestBody?.required ? `body: ${bodyType}` : `body: Optional[${bodyType}] = None`]
  const success = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = success && 'content' in success ? success.content?.['application/json']?.schema : undefined
  const result = schema ? annotation(schema, 'Result') : 'None'
  const signature = [
    'self',
    ...paths.map((path) => `${snakeCase(path)}: str`),
    ...bodyArgument,
    '*',
    ...queryArguments,
    'options: Optional[CallOptions] = None',
  ].join(', ')
  const dictionary = (names: readonly string[]) =>
    `{${names.map((each) => `${JSON.stringify(each)}: ${snakeCase(each)}`).join(', ')}}`
  const body = { body: 'body', 'empty-body': '{}', none: 'None', query: 'None' }[operation.input]
  const target = `${JSON.stringify(operation.path)}, ${dictionary(paths)}, ${dictionary(queries.map((each) => each.name))}`
  const doc = docText(
    [`${described.summary}.`, described.description, `\`${operation.method} ${operation.path}\``]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    '        ',
  )
  const text = (prefix: string, call: string) =>
    `    ${prefix}def ${name}(${signature}) -> ${result}:\n${doc}        return ${call}self._connection.call("${operation.method}", ${target}, ${body}, options)\n`
  const all = (iterator: string) => {
    const item = /^types\.(\w+)Page$/.exec(result)?.[1]
    if (!operation.paged || item === undefined) return ''
    return `\n    def ${name}_all(${signature}) -> ${iterator}[types.${item}]:\n        """Yields the items of all pages of \`${name}\`. Requests each page only when it is needed."""\n        return self._connection.items(${target}, options)\n`
  }
  return { group, sync: text('', '') + all('Iterator'), async: text('async ', 'await ') + all('AsyncIterator') }
}

function operationsModule(methods: readonly Method[]): string {
  const groups = [...Map.groupBy(methods, ({ group }) => group)]
  const classes = (['sync', 'async'] as const).flatMap((kind) => {
    const prefix = kind === 'sync' ? '' : 'Async'
    const connection = kind === 'sync' ? 'Connection' : 'AsyncConnection'
    const members = groups.map(
      ([group, each]) =>
        `class ${prefix}${pascalCase(group)}:\n    def __init__(self, connection: ${connection}) -> None:\n        self._connection = connection\n\n${each.map((method) => method[kind]).join('\n')}`,
    )
    const attributes = groups.map(([group]) => `        self.${group} = ${prefix}${pascalCase(group)}(connection)\n`)
    return [
      ...members,
      `class ${prefix}Operations:\n    """The operations of the API, by resource."""\n\n    def __init__(self, connection: ${connection}) -> None:\n${attributes.join('')}`,
    ]
  })
  return `# mypy: disable-error-code="no-any-return"
${HEADER}from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import types
from ._connection import AsyncConnection, Connection
from ._exchange import CallOptions

${classes.join('\n\n')}`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
