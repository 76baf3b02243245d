import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { type Proof, type ProofSummary, type ProvedConversation, stopProof } from '@replywright/contract/proofs.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { Allowed } from '../../ui/allowed.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Bullets } from '../../ui/text.tsx'
import { useAction } from '../../ui/use-action.ts'
import { KeepTest } from '../tests/keep-test.tsx'
import { anonymizer } from '../tests/saved-test.ts'
import { testOfConversation } from './proof-test.ts'
import { useProof } from './use-proofs.ts'

/** The state of a proof as one word. */
export function ProofBadge({ proof: { state, passed } }: { readonly proof: Pick<ProofSummary, 'state' | 'passed'> }) {
  if (state === 'queued' || state === 'running') return <StatusBadge tone="neutral" icon={IconClock} label="Running" />
  if (passed === null) return <StatusBadge tone="neutral" icon={IconClock} label="Nothing played" />
  return passed ? (
    <StatusBadge tone="good" icon={IconCircleCheck} label="Passed" />
  ) : (
    <StatusBadge tone="bad" icon={IconCircleX} label="Failed" />
  )
}

interface Shown {
  readonly agentId: string
  readonly proofId: string
}

/** A proof with its progress, its totals and its conversations. */
export function ProofView({
  agentId,
  proofId,
  title = 'Proof',
  onClose,
}: Shown & { readonly title?: string; readonly onClose: () => void }) {
  const query = useProof(agentId, proofId)
  const stopping = useAction(stopProof, { done: 'Proof stopped' })
  return (
    <Panel
      title={title}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={query}>
        {(proof) => (
          <Stack gap="xs">
            <Group gap="xs">
              <ProofBadge proof={proof} />
              <Text>{proof.problem ?? (proof.whatChanged || `${proof.finished} of ${proof.total} conversations`)}</Text>
              {(proof.state === 'queued' || proof.state === 'running') && (
                <Allowed endpoint={stopProof}>
                  <Button
                    size="xs"
                    variant="default"
                    loading={stopping.isPending}
                    onClick={() => stopping.run({ params: { id: agentId, proofId } })}
                  >
                    Stop
                  </Button>
                </Allowed>
              )}
            </Group>
            <Progress value={proof.total === 0 ? 0 : (100 * proof.finished) / proof.total} aria-label="Progress" />
            <Figures proof={proof} />
            {inOrder(proof.conversations).map((conversation) => (
              <Conversation
                key={conversation.conversationId}
                agentId={agentId}
                conversation={conversation}
                opensFailed={proof.kind === 'tests'}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

/** What failed comes first, then what changed. */
function inOrder(conversations: readonly ProvedConversation[]): ProvedConversation[] {
  const rank = ({ passed, changed }: ProvedConversation) => (passed === false ? 0 : changed ? 1 : 2)
  return conversations.toSorted((one, other) => rank(one) - rank(other))
}

function Figures({ proof: { kind, totals, customers, usd } }: { readonly proof: Proof }) {
  if (!totals) return null
  if (kind === 'tests') return <Text c="dimmed">{`This run used ${usd} USD.`}</Text>
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const line = (label: string, { count, of, low, high }: typeof totals.changed) =>
    `${label}: ${count} of ${of} (95 % interval ${percent(low)} to ${percent(high)})`
  return (
    <Bullets>
      <li>{line('Passed', totals.passed)}</li>
      {totals.stopped > 0 && <li>{`Ended early at a call without a recorded result: ${totals.stopped}`}</li>}
      {totals.reached ? (
        <li>{line('Goal reached', totals.reached)}</li>
      ) : (
        <>
          <li>{line('Changed', totals.changed)}</li>
          <li>{`Hand-overs: ${totals.handedOver.then.count} then, ${totals.handedOver.now.count} now`}</li>
        </>
      )}
      {customers
        .filter(({ runs }) => runs > 1)
        .map(({ goal, passedRuns, runs, passPower }) => (
          <li key={goal}>
            {`${goal}: ${passedRuns} of ${runs} runs passed, pass^${runs} ${percent(passPower.at(-1) ?? 0)}`}
          </li>
        ))}
      <li>{`This proof used ${usd} USD.`}</li>
    </Bullets>
  )
}

interface ConversationProps {
  readonly agentId: string
  readonly conversation: ProvedConversation
}

function Conversation({
  agentId,
  conversation,
  opensFailed,
}: ConversationProps & {
  /** Whether the turns are shown at once if it failed. */
  readonly opensFailed: boolean
}) {
  const { passed, changed, name, goal, run, turns, problem, calls, reasons, stopped, conversationId } = conversation
  const [isChosen, setOpen] = useState<boolean>()
  const isOpen = isChosen ?? (opensFailed && passed === false)
  const title = name ?? goal ?? turns[0]?.customer ?? conversationId
  const numbered = turns.map((turn, position) => ({ ...turn, position }))
  const general = reasons.filter(({ turn }) => turn === null)
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Group gap="xs">
        {passed === null ? (
          <StatusBadge tone="neutral" icon={IconClock} label="Waiting" />
        ) : (
          <StatusBadge
            tone={passed ? 'good' : 'bad'}
            icon={passed ? IconCircleCheck : IconCircleX}
            label={passed ? (changed ? 'Changed' : 'Passed') : 'Failed'}
          />
        )}
        <Text>{title}</Text>
        {run !== null && <Text c="dimmed">{`run ${run}`}</Text>}
        {turns.length > 0 && (
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Open'}
          </Button>
        )}
        {turns.length > 0 && name === null && <KeepAsTest agentId={agentId} conversation={conversation} />}
      </Group>
      {problem !== null && <Text c="red">{problem}</Text>}
      {general.map(({ text }) => (
        <Text key={text} c="red">
          {text}
        </Text>
      ))}
      {stopped !== null && stopped.notPlayed > 0 && (
        <Text c="dimmed">{`Later messages were not played: ${stopped.notPlayed}.`}</Text>
      )}
      {isOpen && (
        <Stack gap="xs" pl="md">
          {numbered.map(({ position, ...turn }) => (
            <Turn
              key={position}
              turn={turn}
              reasons={reasons.filter((reason) => reason.turn === position).map(({ text }) => text)}
            />
          ))}
          <Calls label="Called now, not then" calls={calls.added} />
          <Calls label="Called then, not now" calls={calls.lost} />
        </Stack>
      )}
    </Stack>
  )
}

function Turn({
  turn: { customer, then, now, thenBy, files },
  reasons,
}: {
  readonly turn: ProvedConversation['turns'][number]
  readonly reasons: readonly string[]
}) {
  const said = (label: string, text: string) => (
    <Text style={{ whiteSpace: 'pre-wrap' }}>
      <Text span fw={600}>
        {`${label}: `}
      </Text>
      {text || '—'}
    </Text>
  )
  const unseen = files.flatMap(({ filename, mimeType, problem }) =>
    problem === null ? [] : [`${filename ?? mimeType} (${problem})`],
  )
  return (
    <div>
      {said('Customer', customer)}
      {unseen.length > 0 && <Text c="dimmed">{`Not shown to the agent: ${unseen.join(', ')}`}</Text>}
      {then !== null && said(thenBy === 'human' ? 'A person then' : 'Then', then)}
      {said(then === null ? 'Agent' : 'Now', now)}
      {reasons.map((reason) => (
        <Text key={reason} c="red">
          {reason}
        </Text>
      ))}
    </div>
  )
}

function Calls({ label, calls }: { readonly label: string; readonly calls: ProvedConversation['calls']['added'] }) {
  if (calls.length === 0) return null
  return <Text>{`${label}: ${calls.map((call) => `${call.name} ${call.arguments}`).join(', ')}`}</Text>
}

/** Keeps a conversation as a test of the agent. */
function KeepAsTest({ agentId, conversation }: ConversationProps) {
  const build = () => testOfConversation(agentId, conversation, anonymizer(''))
  return (
    <KeepTest title="Keep as test" file="proof.test.yaml" agentId={agentId} build={build}>
      Phone numbers and email addresses are replaced. Check names and addresses before you share it.
    </KeepTest>
  )
}
