import { Alert, Button, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { parseJson } from '../../api/api-error.ts'
import { FIELD_ORDER } from '../../ui/form-parts.tsx'
import { AddRow, focusFirst, RemoveRow } from '../../ui/row-buttons.tsx'
import { Hint } from '../../ui/text.tsx'
import { newKey } from '../editor/agent-values.ts'
import {
  type HttpTool,
  type Kind,
  LOCATION_NAMES,
  LOCATIONS,
  METHODS,
  nameProblem,
  type Parameter,
  type ParameterLocation,
  readApiSchema,
  undescribedPathNames,
  writeApiSchema,
} from './api-schema.ts'
import classes from './api-schema-field.module.css'

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
          inputWrapperOrder={FIELD_ORDER}
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

const KINDS = [
  { value: 'description', label: 'Filled by the model' },
  { value: 'value', label: 'Fixed, secret' },
  { value: 'public', label: 'Fixed, public' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

function ParametersField({
  location,
  parameters,
  onChange,
}: {
  readonly location: ParameterLocation
  readonly parameters: readonly Parameter[]
  readonly onChange: (parameters: readonly Parameter[]) => void
}) {
  const { title, one } = LOCATION_NAMES[location]
  const [added, setAdded] = useState<string>()
  const add = () => {
    const key = newKey()
    setAdded(key)
    onChange([...parameters, { key, name: '', kind: 'description', text: '', rest: {} }])
  }
  return (
    <fieldset>
      <legend className={classes.legend}>{title}</legend>
      <div className={classes.parameters}>
        {parameters.map((parameter) => (
          <ParameterRow
            key={parameter.key}
            one={one}
            isNew={parameter.key === added}
            parameter={parameter}
            problem={nameProblem(parameter.name, parameters)}
            needsValue={location === 'request_headers' && parameter.kind !== 'description'}
            onChange={(changed) => onChange(parameters.map((each) => (each === parameter ? changed : each)))}
            onRemove={() => onChange(parameters.filter((each) => each !== parameter))}
          />
        ))}
        {parameters.some(({ kind }) => kind === 'value') && (
          <Hint>
            Secret values are stored encrypted. They are hidden from the model, from read keys and from users that the
            agent is shared with.
          </Hint>
        )}
        <div>
          <AddRow size="compact-xs" variant="subtle" onClick={add}>
            Add {one}
          </AddRow>
        </div>
      </div>
    </fieldset>
  )
}

function ParameterRow({
  one,
  isNew,
  parameter,
  problem,
  needsValue,
  onChange,
  onRemove,
}: {
  readonly one: string
  readonly isNew: boolean
  readonly parameter: Parameter
  readonly problem: string | undefined
  readonly needsValue: boolean
  readonly onChange: (parameter: Parameter) => void
  readonly onRemove: () => void
}) {
  const { name, kind, text } = parameter
  return (
    <div ref={isNew ? focusFirst : undefined} className={classes.parameter}>
      <TextInput
        size="xs"
        label="Name"
        aria-label={`${one} name`}
        value={name}
        error={problem}
        onChange={(event) => onChange({ ...parameter, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label="Source"
        aria-label={`Source of ${name || one}`}
        data={KINDS}
        value={kind}
        onChange={(event) => {
          const chosen = KINDS.find(({ value }) => value === event.currentTarget.value)
          if (chosen) onChange({ ...parameter, kind: chosen.value })
        }}
      />
      <TextInput
        size="xs"
        aria-label={kind === 'description' ? `Description of ${name || one}` : `Value of ${name || one}`}
        label={kind === 'description' ? 'Description for the model' : 'Value, may contain %PHONE_NUMBER%'}
        value={text}
        error={needsValue && text === '' && 'Required'}
        onChange={(event) => onChange({ ...parameter, text: event.currentTarget.value })}
      />
      <RemoveRow label={`Remove ${name || one}`} onClick={onRemove} />
    </div>
  )
}
