import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { parseApiSchema } from '@replywright/contract/api-schema.ts'
import { SAMPLE_VALUES, type ToolTest, testTool } from '@replywright/contract/dashboard/tool-test.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { IconCircleCheck, IconCircleX, IconPlayerPlay } from '@tabler/icons-react'
import { parseJson } from '../../api/api-error.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { EndpointForm, useEndpointForm } from '../../ui/endpoint-form.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { durationText } from '../../ui/time-words.ts'
import { useAction } from '../../ui/use-action.ts'
import type { ToolValues } from '../editor/agent-values.ts'
import { choiceText, parameterErrors, type ToolParameter, toolArguments, toolParameters } from './tool-parameters.ts'

/** A button that sends the request of a saved HTTP tool. Nothing for a new tool. */
export function TestTool({
  agentId,
  tool,
  saved,
}: {
  readonly agentId: string
  readonly tool: ToolValues
  readonly saved: ToolValues | undefined
}) {
  const [isOpen, { open, close }] = useDisclosure()
  if (saved?.id === undefined) return null
  const isChanged = stringifyExactJson(tool) !== stringifyExactJson(saved)
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={isChanged}
        onClick={open}
      >
        Test
      </Button>
      {isChanged && <Text c="dimmed">Save your changes to test them.</Text>}
      <Modal opened={isOpen} onClose={close} title={`Test ${saved.name}`} size="lg">
        {isOpen && <TestForm params={{ id: agentId, toolId: saved.id }} apiSchema={saved.apiSchema} onClose={close} />}
      </Modal>
    </Group>
  )
}

function TestForm({
  params,
  apiSchema,
  onClose,
}: {
  readonly params: { readonly id: string; readonly toolId: string }
  readonly apiSchema: string
  readonly onClose: () => void
}) {
  const http = parseApiSchema(parseJson(apiSchema))
  // The service says what is wrong with an invalid tool.
  const { method, parameters: schema } = 'invalid' in http ? { method: 'GET', parameters: {} } : http
  const parameters = toolParameters(schema)
  const action = useAction(testTool)
  const form = useEndpointForm(action, {
    initial: { texts: parameters.map(({ initial }) => initial) },
    rules: ({ texts }) => parameterErrors(parameters, texts),
    inputOf: ({ texts }) => ({ params, body: { arguments: toolArguments(parameters, texts) } }),
  })
  const samples = Object.entries(SAMPLE_VALUES).filter(([placeholder]) => apiSchema.includes(placeholder))
  return (
    <Stack>
      <EndpointForm form={form} label="Send request" onCancel={onClose}>
        {!['GET', 'HEAD'].includes(method) && <Text>This sends a real {method} request.</Text>}
        {samples.map(([placeholder, value]) => (
          <Text key={placeholder}>
            In a test, {placeholder} is {value}.
          </Text>
        ))}
        {parameters.length === 0 && <Text>The model fills no parameters of this tool.</Text>}
        {parameters.map((parameter, index) => (
          <ParameterField key={parameter.name} parameter={parameter} {...form.getInputProps(`texts.${index}`)} />
        ))}
      </EndpointForm>
      <div aria-live="polite">{action.data && <TestResult result={action.data} />}</div>
    </Stack>
  )
}

function ParameterField({
  parameter: { name, description, isRequired, isJson, choices },
  ...input
}: {
  readonly parameter: ToolParameter
}) {
  const field = { label: name, description, required: isRequired, ...input }
  if (choices.length > 0)
    return <NativeSelect {...field} data={[{ value: '', label: 'No value' }, ...choices.map(choiceText)]} />
  return isJson ? <Textarea {...field} minRows={3} spellCheck={false} /> : <TextInput {...field} />
}

function TestResult({ result: { method, url, succeeded, status, durationMs, text } }: { readonly result: ToolTest }) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StatusBadge
          tone={succeeded ? 'good' : 'bad'}
          icon={succeeded ? IconCircleCheck : IconCircleX}
          label={status === null ? 'No response' : `Status ${status}`}
        />
        <Text c="dimmed">{durationText(durationMs)}</Text>
      </Group>
      <CodeBlock value={`${method} ${url}`} label="request" wrap />
      <Text>The model receives:</Text>
      <CodeBlock value={text} label="result" wrap />
    </Stack>
  )
}
