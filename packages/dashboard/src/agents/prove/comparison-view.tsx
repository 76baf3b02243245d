import { Button, Group, Stack, Text } from '@mantine/core'
import type { Proof } from '@replywright/contract/proofs.ts'
import { useState } from 'react'
import { Loaded, Panel } from '../../ui/page.tsx'
import classes from '../agent.module.css'
import { differenceOf, type Pair, pairsOf } from './compare-proofs.ts'
import { ProofBadge } from './proof-view.tsx'
import { isRunning, useProof } from './use-proofs.ts'

/** Two proofs with the same input: of the published agent, and of the draft. */
export interface Comparison {
  readonly published: string
  readonly draft: string
}

const NAMES = { before: 'the published agent', after: 'The draft' } as const

/** The results of the published agent and of the draft side by side. */
export function ComparisonView({
  agentId,
  comparison,
  onClose,
}: {
  readonly agentId: string
  readonly comparison: Comparison
  readonly onClose: () => void
}) {
  const published = useProof(agentId, comparison.published)
  const draft = useProof(agentId, comparison.draft)
  return (
    <Panel
      title="Published and draft"
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={published}>
        {(before) => <Loaded query={draft}>{(after) => <Results before={before} after={after} />}</Loaded>}
      </Loaded>
    </Panel>
  )
}

function Results({ before, after }: { readonly before: Proof; readonly after: Proof }) {
  const isEnded = !isRunning(before) && !isRunning(after)
  return (
    <Stack gap="xs">
      <Text role="status">
        {isEnded
          ? differenceOf(before, after, NAMES)
          : `${before.finished + after.finished} of ${before.total + after.total} conversations`}
      </Text>
      <Side>
        <Group gap="xs">
          <Text fw={600}>Published</Text>
          <ProofBadge proof={before} />
          {before.problem !== null && <Text>{before.problem}</Text>}
        </Group>
        <Group gap="xs">
          <Text fw={600}>Draft</Text>
          <ProofBadge proof={after} />
          {after.problem !== null && <Text>{after.problem}</Text>}
        </Group>
      </Side>
      {isEnded && pairsOf(before, after).map((pair) => <PairView key={pair.after.conversationId} pair={pair} />)}
    </Stack>
  )
}

function Side({ children }: { readonly children: React.ReactNode }) {
  return <div className={classes.sideBySide}>{children}</div>
}

function PairView({ pair: { before, after } }: { readonly pair: Pair }) {
  const [isOpen, setOpen] = useState(before.passed !== after.passed)
  const title = after.goal ?? after.turns[0]?.customer ?? after.conversationId
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Group gap="xs">
        <Text>{title}</Text>
        {after.run !== null && <Text c="dimmed">{`run ${after.run}`}</Text>}
        <Text c="dimmed">{`${word(before.passed)}, ${word(after.passed).toLowerCase()} now`}</Text>
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Open'}
        </Button>
      </Group>
      {isOpen && (
        <Side>
          <Talk conversation={before} />
          <Talk conversation={after} />
        </Side>
      )}
    </Stack>
  )
}

function word(passed: boolean | null): string {
  return passed ? 'Passed' : 'Failed'
}

function Talk({ conversation: { turns, reasons, problem } }: { readonly conversation: Pair['after'] }) {
  const numbered = turns.map(({ customer, now }, position) => ({ customer, now, position }))
  return (
    <div>
      {problem !== null && <Text c="red">{problem}</Text>}
      {numbered.map(({ customer, now, position }) => (
        <div key={position}>
          <Line label="Customer" text={customer} />
          <Line label="Agent" text={now} />
        </div>
      ))}
      {reasons.map(({ text }) => (
        <Text key={text} c="red">
          {text}
        </Text>
      ))}
    </div>
  )
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Text style={{ whiteSpace: 'pre-wrap' }}>
      <Text span fw={600}>{`${label}: `}</Text>
      {text || '—'}
    </Text>
  )
}
