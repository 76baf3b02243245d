import { Button, Group, Select, Stack, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import { IconHistory } from '@tabler/icons-react'
import { Panel } from '../../ui/page.tsx'
import { useRemembered } from '../../ui/use-remembered.ts'
import { Area, type Starting } from './fields.tsx'
import { inputOfReplay } from './proof-test.ts'
import { type ChosenTools, toolsOf } from './tool-choices.ts'

const DAYS = [
  { value: '1', label: 'The last day' },
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
]
const FILTERS = [
  { value: 'all', label: 'All conversations' },
  { value: 'handed_over', label: 'Handed over to a person' },
  { value: 'failed', label: 'Failed' },
  { value: 'unhappy', label: 'Unhappy customers' },
  { value: 'expensive', label: 'The most expensive half' },
] as const
const ANY = [
  { value: 'recorded', label: 'Use recorded results only' },
  { value: 'live_read_only', label: 'Call tools that only read' },
  { value: 'stop', label: 'Stop the conversation' },
] as const
const CHOICES = [
  { value: 'any', label: 'As any other tool' },
  ...ANY,
  { value: 'result', label: 'Return this result' },
] as const

interface Entered {
  readonly days: string
  readonly filter: (typeof FILTERS)[number]['value']
  readonly chosen: ChosenTools
  readonly criteria: string
}

const INITIAL: Entered = { days: '1', filter: 'all', chosen: { any: 'recorded', own: {} }, criteria: '' }

/** Starts a replay of real conversations. */
export function TimeTravel({ agent, isStarting, onStart, onCompare }: Starting & { readonly agent: Agent }) {
  const [{ days, filter, chosen, criteria }, change] = useRemembered(['time-travel', agent.id], INITIAL)
  const build = () =>
    inputOfReplay(
      Number(days),
      { filter: filter === 'all' ? undefined : filter, tools: toolsOf(chosen), criteria },
      Date.now(),
    )
  return (
    <Panel title="Time travel">
      <Stack gap="xs">
        <Text>Real conversations run again: the customers’ messages are the same, and the agent answers anew.</Text>
        <Group grow>
          <Select
            label="Period"
            data={DAYS}
            value={days}
            allowDeselect={false}
            onChange={(value) => change({ days: value ?? '1' })}
          />
          <Select
            label="Conversations"
            data={FILTERS}
            value={filter}
            allowDeselect={false}
            onChange={(value) => change({ filter: FILTERS.find((each) => each.value === value)?.value ?? 'all' })}
          />
        </Group>
        <Tools agent={agent} chosen={chosen} onChange={(value) => change({ chosen: value })} />
        <Area
          label="Criteria"
          description="What the replies must meet, one in each line."
          value={criteria}
          onChange={(value) => change({ criteria: value })}
        />
        <Group>
          <Button
            leftSection={<IconHistory size={16} aria-hidden />}
            loading={isStarting}
            onClick={() => onStart(build())}
          >
            Replay
          </Button>
          {onCompare && (
            <Button variant="default" loading={isStarting} onClick={() => onCompare(build())}>
              Replay and compare
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

interface ToolsProps {
  readonly agent: Agent
  readonly chosen: ChosenTools
  readonly onChange: (chosen: ChosenTools) => void
}

/** What a call returns of which no result was recorded. */
function Tools({ agent, chosen: { any, own }, onChange }: ToolsProps) {
  const names = agent.tools.filter(({ active }) => active).map(({ name }) => toolName(name, 'http_tool'))
  return (
    <>
      <Select
        label="A call without a recorded result"
        description="A recorded call of the same tool with similar arguments is used first."
        data={ANY}
        value={any}
        allowDeselect={false}
        onChange={(value) => onChange({ any: ANY.find((each) => each.value === value)?.value ?? 'recorded', own })}
      />
      {[...new Set(names)].map((name) => {
        const { kind, text } = own[name] ?? { kind: 'any', text: '' }
        const change = (changed: Partial<ChosenTools['own'][string]>) =>
          onChange({ any, own: { ...own, [name]: { kind, text, ...changed } } })
        return (
          <Stack key={name} gap="xs">
            <Select
              label={`Without a result of ${name}`}
              data={CHOICES}
              value={kind}
              allowDeselect={false}
              onChange={(value) => change({ kind: CHOICES.find((each) => each.value === value)?.value ?? 'any' })}
            />
            {kind === 'result' && (
              <Area
                label={`Result of ${name}`}
                description="A text, or JSON."
                placeholder='{"status": "shipped"}'
                value={text}
                onChange={(value) => change({ text: value })}
              />
            )}
          </Stack>
        )
      })}
    </>
  )
}
