import { Alert, Button, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { parseJson } from '../../api/api-error.ts'
import { newKey } from '../editor/agent-form.ts'
import {
  type HttpTool,
  LOCATIONS,
  METHODS,
  type Parameter,
  type ParameterLocation,
  readApiSchema,
  undescribedPathNames,
  writeApiSchema,
} from './api-schema.ts'
import classes from './api-schema-field.module.css'
import { ParametersField } from './parameters-field.tsx'

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
]

/** The request of an HTTP tool, as a form or as JSON. JSON only if the form cannot show all of it. */
export function ApiSchemaField({
  value,
  error,
  onChange,
}: {
  /** JSON text. */
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (text: string) => void
}) {
  const [view, setView] = useState('form')
  const tool = readApiSchema(parseJson(value))
  const shown = tool ? view : 'json'
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Request</legend>
      <SegmentedControl
        size="xs"
        aria-label="Request view"
        data={VIEWS}
        value={shown}
        onChange={setView}
        disabled={!tool}
      />
      {tool && shown === 'form' ? (
        <>
          <HttpToolForm initial={tool} before={parseJson(value)} onChange={(json) => onChange(textOf(json))} />
          {error && (
            <Text size="xs" c="red" role="alert" mt="xs">
              {error}
            </Text>
          )}
        </>
      ) : (
        <Textarea
          aria-label="Request as JSON"
          description={
            tool
              ? 'url, method, path_params, query_params, request_headers, request_body.'
              : 'The form cannot show all parts of this request.'
          }
          classNames={{ input: classes.json }}
          autosize
          minRows={6}
          maxRows={24}
          spellCheck={false}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

function textOf(json: object): string {
  return stringifyExactJson(json, 2)
}

const BODYLESS = ['GET', 'HEAD']

/** URL, method and parameters. Keeps its own state, because names may be duplicate while they are edited. */
function HttpToolForm({
  initial,
  before,
  onChange,
}: {
  readonly initial: HttpTool
  /** The current JSON. Its other fields are kept. */
  readonly before: unknown
  readonly onChange: (json: object) => void
}) {
  const [tool, setTool] = useState(initial)
  const change = (part: Partial<HttpTool>) => {
    const changed = { ...tool, ...part }
    setTool(changed)
    onChange(writeApiSchema(before, changed))
  }
  const setLocation = (location: ParameterLocation, parameters: readonly Parameter[]) =>
    change({ parameters: { ...tool.parameters, [location]: parameters } })
  const missing = undescribedPathNames(tool)
  const describe = () =>
    setLocation('path_params', [
      ...tool.parameters.path_params,
      ...missing.map((name) => ({ key: newKey(), name, kind: 'description' as const, text: '', rest: {} })),
    ])
  const locations = LOCATIONS.filter(
    (location) =>
      location !== 'request_body' || !BODYLESS.includes(tool.method) || tool.parameters[location].length > 0,
  )
  return (
    <div className={classes.form}>
      <div className={classes.request}>
        <NativeSelect
          label="Method"
          data={METHODS}
          value={tool.method}
          onChange={(event) => change({ method: event.currentTarget.value })}
        />
        <TextInput
          label="URL"
          type="url"
          description="For example https://api.example.com/orders/{orderId}"
          value={tool.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
      </div>
      {missing.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Tool is incomplete">
          These names in the URL have no path parameter: {missing.map((name) => `{${name}}`).join(', ')}.{' '}
          <Button size="compact-xs" variant="default" onClick={describe}>
            {missing.length === 1 ? 'Add path parameter' : 'Add path parameters'}
          </Button>
        </Alert>
      )}
      {locations.map((location) => (
        <ParametersField
          key={location}
          location={location}
          parameters={tool.parameters[location]}
          onChange={(parameters) => setLocation(location, parameters)}
        />
      ))}
    </div>
  )
}
