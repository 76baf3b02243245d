import { SegmentedControl, Text, Textarea } from '@mantine/core'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { type ReactNode, useState } from 'react'
import { parseJson } from '../../api/api-error.ts'
import { readApiSchema } from './api-schema.ts'
import classes from './api-schema-field.module.css'
import { HttpToolForm } from './http-tool-form.tsx'

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
