import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Agent, ShareInput, shareAgent } from '@messaging/contract/agents.ts'
import { getAgentUsage } from '@messaging/contract/dashboard/agent-usage.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { costText } from './conversation-cost.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { SharesList } from './shares-list.tsx'
import { words } from './words.ts'

/** The agent's link and numbers, its picture, and sharing it with other users. */
export function SharingSection({
  agent,
  isReadOnly,
  isShared,
}: {
  readonly agent: Agent
  readonly isReadOnly: boolean
  /** Whether the agent belongs to another organisation. Only members of that one can read its usage. */
  readonly isShared: boolean
}) {
  const { connectUrl, phoneNumbers, totalMessages, totalSessions, createdAt, id } = agent
  return (
    <>
      <Panel title={words.sharingSection.contactDetails}>
        <Facts>
          <Fact name={words.sharingSection.customerLink}>
            <a href={connectUrl} target="_blank" rel="noreferrer">
              {connectUrl}
            </a>{' '}
            <CopyButton value={connectUrl} label={words.sharingSection.link} />
          </Fact>
          <Fact name={words.sharingSection.numbers}>
            {phoneNumbers.length === 0
              ? words.sharingSection.noneTheLinkOpens
              : phoneNumbers.map(({ phoneNumber }) => (
                  <div key={phoneNumber}>
                    <Link to="/numbers/$number" params={{ number: phoneNumber }}>
                      {`+${phoneNumber}`}
                    </Link>
                  </div>
                ))}
          </Fact>
          <Fact name={words.sharingSection.messages}>{totalMessages}</Fact>
          <Fact name={words.sharingSection.sessions}>{totalSessions}</Fact>
          {!isShared && (
            <Fact name={words.cost.agent}>
              <AgentUsage id={id} />
            </Fact>
          )}
          <Fact name={words.sharingSection.created}>
            <When at={createdAt} />
          </Fact>
          <Fact name={words.sharingSection.id}>
            <CopyId id={id} label={words.sharingSection.agentId} />
          </Fact>
        </Facts>
      </Panel>
      <PicturePanel agent={agent} isReadOnly={isReadOnly} />
      {!isReadOnly && <SharePanel agent={agent} />}
    </>
  )
}

function AgentUsage({ id }: { readonly id: string }) {
  const { data } = useQuery(read(getAgentUsage, { params: { id } }))
  return data ? costText(data) : null
}

const FIELDS = ['email', 'userPhoneNumber'] as const
const IDENTIFIERS = [
  { value: 'email', label: words.sharingSection.emailAddress },
  { value: 'userPhoneNumber', label: words.sharingSection.phoneNumber },
]

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function SharePanel({ agent }: { readonly agent: Agent }) {
  const { id, name } = agent
  const [by, setBy] = useState<(typeof FIELDS)[number]>('email')
  const form = useForm<{ email?: string; userPhoneNumber?: string }>({
    initialValues: { email: '' },
    validate: schemaResolver(ShareInput, { sync: true }),
  })
  const sharing = useAction(shareAgent, {
    onDone: (_, { body }) => {
      tell(words.sharingSection.sharedWith(name, body?.email ?? body?.userPhoneNumber ?? ''))
      form.setValues({ [by]: '' })
    },
  })
  const choose = (way: string) => {
    const chosen = way === 'email' ? 'email' : 'userPhoneNumber'
    setBy(chosen)
    form.setValues({ email: undefined, userPhoneNumber: undefined, [chosen]: '' })
    form.clearErrors()
  }
  const share = form.onSubmit((body) =>
    sharing.mutate(
      { params: { id }, body },
      {
        onError: (error) =>
          form.setErrors(
            isUnknown(error) ? { [by]: words.sharingSection.unknownUser[by] } : fieldErrors(error, FIELDS),
          ),
      },
    ),
  )
  return (
    <Panel title={words.sharingSection.sharing}>
      <FormError error={isUnknown(sharing.error) ? null : sharing.error} fields={FIELDS} />
      <Group gap="xs" align="start" mt="xs">
        <NativeSelect
          label={words.sharingSection.findUserBy}
          data={IDENTIFIERS}
          value={by}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <TextInput
          key={by}
          flex={1}
          miw="12rem"
          label={by === 'email' ? words.sharingSection.emailAddress : words.sharingSection.phoneNumber}
          description={words.sharingSection.aUserOfAny}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type={by === 'email' ? 'email' : 'tel'}
          autoComplete="off"
          {...form.getInputProps(by)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            share()
          }}
        />
        <Button variant="default" mt="1.55rem" loading={sharing.isPending} onClick={() => share()}>
          {words.sharingSection.share}
        </Button>
      </Group>
      <SharesList agent={agent} />
    </Panel>
  )
}
