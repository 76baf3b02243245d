import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { createConversation } from '@replywright/contract/conversations.ts'
import { PhoneNumber } from '@replywright/contract/fields.ts'
import { createLinkSession } from '@replywright/contract/link-sessions.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import type { Template } from '@replywright/contract/templates.ts'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { readList } from '../api/call.ts'
import type { InputOf } from '../api/send.ts'
import { AgentSelect } from '../numbers/target-select.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { FormSkeleton, Loaded, Page } from '../ui/page.tsx'
import { usePhoneText } from '../ui/phone-text.ts'
import { useAction } from '../ui/use-action.ts'
import { type TemplateChoice, TemplateField, useApprovedTemplates } from './composer/template-field.tsx'
import { listSearch } from './filters.ts'
import { isFilled, templateInput } from './template-fields.ts'
import type { VariableValues } from './template-text.ts'

export function NewConversationPage() {
  const numbers = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <Page
      title="New conversation"
      crumbs={[{ label: 'Conversations', link: { to: '/conversations', search: listSearch } }]}
      description="Customers inactive for 24 hours can only receive approved templates."
    >
      <Loaded query={numbers} skeleton={<FormSkeleton />}>
        {({ results }) => {
          const real = results.filter(({ isSandbox }) => !isSandbox).map(({ number }) => number)
          return real.length === 0 ? (
            <EmptyState
              icon={IconPhoneOff}
              title="No number to send from"
              action={
                <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
                  Connect account
                </LinkButton>
              }
            >
              Connect a business account with its numbers first.
            </EmptyState>
          ) : (
            <NewConversationForm numbers={real} />
          )
        }}
      </Loaded>
    </Page>
  )
}

function NewConversationForm({ numbers }: { readonly numbers: readonly string[] }) {
  const phoneText = usePhoneText()
  const navigate = useNavigate()
  const [hasAgent, setHasAgent] = useState(false)
  const [choice, setChoice] = useState<TemplateChoice>({ templateId: '', values: {} })
  const creating = useAction(createConversation, {
    onDone: ({ id }) => void navigate({ to: '/conversations/$id', params: { id }, search: listSearch }),
  })
  const form = useEndpointForm<NewConversationValues, InputOf<typeof createConversation>>(creating, {
    initial: { fromNumber: numbers[0] ?? '', toNumber: '', agentId: '' },
    rules: validateConversation,
    inputOf: (values) => ({ body: conversationInput(values, template, choice.values) }),
  })
  const templates = useApprovedTemplates(form.values.fromNumber, choice.templateId)
  const template = templates.chosen
  return (
    <EndpointForm
      form={form}
      endpoint={createConversation}
      width="narrow"
      isDisabled={
        templates.isLoading ||
        (template !== undefined && !isFilled(template, choice.values)) ||
        (hasAgent && form.values.agentId === '')
      }
      label={template || templates.isLoading ? 'Send template' : 'Open conversation'}
      cancel={{ to: '/conversations', search: listSearch }}
    >
      <NativeSelect
        label="From"
        data={numbers.map((number) => ({ value: number, label: phoneText(number) }))}
        {...form.getInputProps('fromNumber')}
      />
      <TextInput
        label="To"
        type="tel"
        description="The customer’s number with country code, such as +44 7700 900123."
        required
        {...form.getInputProps('toNumber')}
      />
      <TemplateField templates={templates} choice={choice} onChange={setChoice} />
      <Switch
        label="Select an agent"
        description="If off, the number’s default applies. Another agent starts a new session."
        checked={hasAgent}
        onChange={(event) => {
          setHasAgent(event.currentTarget.checked)
          form.setFieldValue('agentId', '')
        }}
      />
      {hasAgent && (
        <AgentSelect
          value={form.values.agentId}
          error={form.errors.agentId}
          onChange={(id) => form.setFieldValue('agentId', id)}
        />
      )}
    </EndpointForm>
  )
}

interface NewConversationValues {
  fromNumber: string
  toNumber: string
  /** Empty: the number's default. */
  agentId: string
}

/** Returns the validation errors, by field. */
function validateConversation({ toNumber }: NewConversationValues): Record<string, string> {
  const checked = v.safeParse(PhoneNumber, toNumber)
  return checked.success ? {} : { toNumber: 'Must be a phone number with country code, such as +44 7700 900123.' }
}

/** Returns the request body, with the template to send if one is selected. */
function conversationInput(
  { fromNumber, toNumber, agentId }: NewConversationValues,
  template: Template | undefined,
  values: VariableValues,
): v.InferInput<(typeof createConversation)['body']> {
  return {
    fromNumber,
    toNumber,
    ...(agentId && { agentId }),
    ...(template && { message: { type: 'template', template: templateInput(template, values) } }),
  }
}
