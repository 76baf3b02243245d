import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { listAgents } from '@replywright/contract/agents.ts'
import { listWaiting } from '@replywright/contract/dashboard/conversations.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { type BusinessNumber, connectAgent, listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { readList } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionDialog } from '../ui/confirm-dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { usePhoneText } from '../ui/phone-text.ts'
import { Sentences } from '../ui/text.tsx'
import { consequences, ownAgents, routingState } from './routing.ts'
import { AgentSelect } from './target-select.tsx'

/** Lets an agent answer on a number, which the user chooses. Without a number, leads to the accounts. */
export function AnswerOnNumber({ agent }: { readonly agent: { readonly id: string; readonly name: string } }) {
  const phoneText = usePhoneText()
  const { data } = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  const [isOpen, { open, close }] = useDisclosure()
  const [chosen, setChosen] = useState<string>()
  const numbers = (data?.results ?? []).filter(({ isSandbox }) => !isSandbox)
  const number = chosen ?? (numbers.length === 1 ? numbers[0]?.number : undefined) ?? ''
  if (data && numbers.length === 0)
    return (
      <LinkButton endpoint={connectAgent} to="/accounts" variant="default">
        Connect a number
      </LinkButton>
    )
  return (
    <>
      <Allowed endpoint={connectAgent}>
        <Button variant="default" onClick={open}>
          Let it answer on a number
        </Button>
      </Allowed>
      <AnswerDialog title={`Let ${agent.name} answer`} agent={agent} number={number} opened={isOpen} onClose={close}>
        <NativeSelect
          label="Number"
          required
          value={number}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[{ value: '', label: 'Choose a number' }, ...numbers.map((each) => optionOf(each, phoneText))]}
        />
      </AnswerDialog>
    </>
  )
}

function optionOf(number: BusinessNumber, phoneText: ReturnType<typeof usePhoneText>) {
  const { target } = routingState(number)
  return {
    value: number.number,
    label: `${phoneText(number.number)} (${target ? `now: ${target.name}` : 'stored only'})`,
  }
}

/** Lets an agent, which the user chooses, answer on a number that only stores messages. */
export function LetAgentAnswer({ number }: { readonly number: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [chosen, setChosen] = useState<string>()
  const { data: me } = useMe()
  const { data } = useQuery({
    ...readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }),
    enabled: isOpen,
  })
  const agents = ownAgents(data?.results ?? [], me?.organization.id)
  const [only] = agents
  const agentId = chosen ?? (agents.length === 1 && only ? only.id : '')
  return (
    <>
      <Allowed endpoint={connectAgent}>
        <Button size="compact-xs" variant="default" aria-label={`Let an agent answer on +${number}`} onClick={open}>
          Let an agent answer
        </Button>
      </Allowed>
      <AnswerDialog
        title={`Who answers on +${number}?`}
        agent={{ id: agentId, name: agents.find(({ id }) => id === agentId)?.name ?? 'The agent' }}
        number={number}
        opened={isOpen}
        onClose={close}
      >
        <AgentSelect value={agentId} onChange={setChosen} />
      </AnswerDialog>
    </>
  )
}

/** Tells who wrote before an agent answers on a number: it does not answer earlier messages. */
function WaitBefore({ number }: { readonly number: string }) {
  const { data } = useQuery(readList(listWaiting, { query: { msgNumber: number } }))
  const count = data?.results.length ?? 0
  if (count === 0) return null
  const who = count === 1 && !data?.hasMore ? '1 customer has' : `${count}${data?.hasMore ? '+' : ''} customers have`
  return (
    <Alert color="yellow" p="xs">
      {who} written and nobody has replied. The agent replies when they write again.{' '}
      <Link to="/conversations" search={{ show: 'needs-human', number }}>
        Show who waits
      </Link>
    </Alert>
  )
}

function AnswerDialog({
  title,
  agent: { id: agentId, name },
  number,
  opened,
  onClose,
  children,
}: {
  readonly title: string
  readonly agent: { readonly id: string; readonly name: string }
  /** Empty if none is chosen. */
  readonly number: string
  readonly opened: boolean
  readonly onClose: () => void
  /** The field of what is not known yet. */
  readonly children: ReactNode
}) {
  return (
    <ActionDialog
      endpoint={connectAgent}
      input={{ params: { n: number }, body: { agentId, applyToExisting: false } }}
      opened={opened}
      onClose={onClose}
      title={title}
      confirm="Let it answer"
      isEmpty={number === '' || agentId === ''}
      done={`${name} answers on +${number}. Write to it from a phone to try it.`}
    >
      <Stack gap="sm">
        {children}
        <Sentences sentences={consequences({ mode: 'agent', name, applyToExisting: false })} />
        {opened && number !== '' && <WaitBefore number={number} />}
      </Stack>
    </ActionDialog>
  )
}
