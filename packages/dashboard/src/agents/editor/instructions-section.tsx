import { Button, Group, Input, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { MOST_STEPS } from '@replywright/contract/agents-sub-resources.ts'
import { listModels } from '@replywright/contract/dashboard/agents.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../../api/call.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { AddRow, focusFirst, RemoveRow } from '../../ui/row-buttons.tsx'
import { FirstMessageField, NameFields } from '../basic-fields.tsx'
import { type AgentForm, isTextList } from './agent-values.ts'

export function InstructionsSection({ form }: { readonly form: AgentForm }) {
  return (
    <Stack>
      <NameFields form={form} />
      <Textarea
        label="Instructions"
        description="The system prompt: the agent’s role, knowledge, tone and limits."
        minRows={8}
        maxRows={28}
        {...form.getInputProps('systemPrompt')}
      />
      <FirstMessageField form={form} />
      <IcebreakersField form={form} />
      <ModelField form={form} field="llmModel" />
      <ModelField form={form} field="fallbackModel" />
      <Switch
        label="May ask for a person"
        description="The agent then waits until someone hands the conversation back."
        {...form.getInputProps('askForHuman', { type: 'checkbox' })}
      />
      <Switch
        label="Hears voice messages"
        description="They are transcribed, if the service has a transcriber for them."
        {...form.getInputProps('transcribeVoice', { type: 'checkbox' })}
      />
      <Switch
        label="Sends separate messages"
        description="The first message, files and the answer are messages of their own. The provider charges for each."
        {...form.getInputProps('separateMessages', { type: 'checkbox' })}
      />
      <Switch
        label="Requires a proof"
        description="A draft is published only after its last proof has passed."
        {...form.getInputProps('requiresProof', { type: 'checkbox' })}
      />
      <TextInput
        label="Monthly limit"
        description="In USD for provider, models and AWS together. At 100% the agent stops replying until the next month. Empty: no limit."
        inputMode="decimal"
        {...form.getInputProps('monthlyLimitUsd')}
      />
      <TextInput
        label="Steps per turn"
        description={`Responses of the model to one message, 1 to ${MOST_STEPS}. Each may call several tools. At the limit the agent says what is not done.`}
        inputMode="numeric"
        {...form.getInputProps('stepsPerTurn')}
      />
      <GuardrailFields form={form} />
    </Stack>
  )
}

const GUARDRAILS = {
  contentFilter: 'Harmful content',
  promptAttack: 'Attacks on the instructions',
  sensitiveInformation: 'Secrets in replies',
} as const

/** The thresholds of the checks. Each check without one is off. */
function GuardrailFields({ form }: { readonly form: AgentForm }) {
  return (
    <Input.Wrapper
      label="Guardrails"
      labelElement="div"
      description="Scores from 0 to 1 from which a text is stopped and a person is asked for. Empty: not checked. They need a deployment with guardrails."
    >
      <Group gap="xs" mt="xs" align="flex-start">
        {(['contentFilter', 'promptAttack', 'sensitiveInformation'] as const).map((check) => (
          <TextInput
            key={check}
            label={GUARDRAILS[check]}
            inputMode="decimal"
            {...form.getInputProps(`guardrails.${check}`)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}

/** Selects the agent's model, or the one that is called while that is down. A text field if the list of models is not known. */
function ModelField({ form, field }: { readonly form: AgentForm; readonly field: 'llmModel' | 'fallbackModel' }) {
  const { data } = useQuery(readList(listModels, {}))
  const isMain = field === 'llmModel'
  const byDefault = isMain && data?.default ? `Default (${data.default})` : 'Default'
  const props = { label: isMain ? 'Model' : 'Fallback model', ...form.getInputProps(field) }
  const about = 'Replies while the model is down. Empty: the fallback model of the service, if it has one.'
  if (!data?.models) {
    const empty = data?.default === null ? 'No model is configured. The agent cannot reply.' : `Empty: ${byDefault}`
    return <TextInput description={isMain ? empty : about} spellCheck={false} {...props} />
  }
  const chosen = form.values[field]
  const models = chosen === '' || data.models.includes(chosen) ? data.models : [chosen, ...data.models]
  return (
    <NativeSelect
      description={isMain ? undefined : about}
      data={[{ value: '', label: byDefault }, ...models.map((model) => ({ value: model, label: model }))]}
      {...props}
    />
  )
}

/** Suggested first messages. Other JSON, which the API also accepts, is shown and can be replaced. */
function IcebreakersField({ form }: { readonly form: AgentForm }) {
  const { icebreakers } = form.values
  const [added, setAdded] = useState<number>()
  const set = (texts: readonly string[]) => form.setFieldValue('icebreakers', texts)
  return (
    <Input.Wrapper
      label="Icebreakers"
      labelElement="div"
      description="Suggestions below the first message, as buttons or, if they do not fit, as a list."
      error={form.errors.icebreakers}
    >
      {isTextList(icebreakers) ? (
        <Stack gap="xs" mt="xs">
          {numbered(icebreakers).map(({ text, index, name }) => (
            <Group key={name} ref={index === added ? focusFirst : undefined} gap="xs" wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={name}
                value={text}
                onChange={(event) => set(icebreakers.with(index, event.currentTarget.value))}
              />
              <RemoveRow label={`Remove ${name.toLowerCase()}`} onClick={() => set(icebreakers.toSpliced(index, 1))} />
            </Group>
          ))}
          <div>
            <AddRow
              onClick={() => {
                setAdded(icebreakers.length)
                set([...icebreakers, ''])
              }}
            >
              Add icebreaker
            </AddRow>
          </div>
        </Stack>
      ) : (
        <Stack gap="xs" mt="xs">
          <Text>The stored value is not a list of texts. It is kept but has no effect.</Text>
          <CodeBlock value={stringifyExactJson(icebreakers, 2) ?? ''} label="icebreakers" />
          <div>
            <Button size="xs" variant="default" onClick={() => set([])}>
              Replace with a list
            </Button>
          </div>
        </Stack>
      )}
    </Input.Wrapper>
  )
}

/** Names the texts by position, because they have no id. */
function numbered(texts: readonly string[]) {
  return texts.map((text, index) => ({ text, index, name: `Icebreaker ${index + 1}` }))
}
