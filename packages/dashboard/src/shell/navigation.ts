import {
  type Icon,
  IconBell,
  IconBuilding,
  IconBuildingStore,
  IconChecklist,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  IconRobot,
  IconShieldLock,
  IconStack2,
  IconTemplate,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { words } from './words.ts'

const { groups, pages } = words.navigation

export interface NavigationEntry {
  readonly label: string
  readonly to: LinkProps['to']
  readonly icon: Icon
}

export interface NavigationGroup {
  readonly label?: string
  /** Who can see the group. @default everyone */
  readonly for?: 'operators'
  readonly entries: readonly NavigationEntry[]
}

/** The sidebar, from top to bottom. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { entries: [{ label: pages.overview, to: '/', icon: IconHome }] },
  {
    label: groups.messaging,
    entries: [
      { label: pages.conversations, to: '/conversations', icon: IconMessages },
      { label: pages.agents, to: '/agents', icon: IconRobot },
      { label: pages.connectors, to: '/connectors', icon: IconPlugConnected },
    ],
  },
  {
    label: groups.channels,
    entries: [
      { label: pages.numbers, to: '/numbers', icon: IconPhone },
      { label: pages.accounts, to: '/accounts', icon: IconBuildingStore },
      { label: pages.templates, to: '/templates', icon: IconTemplate },
    ],
  },
  {
    label: groups.webhooks,
    entries: [
      { label: pages.endpoints, to: '/webhooks', icon: IconWebhook },
      { label: pages.deliveries, to: '/deliveries', icon: IconListDetails },
    ],
  },
  {
    label: groups.settings,
    entries: [
      { label: pages.profile, to: '/profile', icon: IconUserCircle },
      { label: pages.organization, to: '/organization', icon: IconBuilding },
      { label: pages.members, to: '/members', icon: IconUsers },
      { label: pages.apiKeys, to: '/api-keys', icon: IconKey },
      { label: pages.security, to: '/security', icon: IconShieldLock },
      { label: pages.auditLog, to: '/audit-log', icon: IconHistory },
    ],
  },
  {
    label: groups.operations,
    for: 'operators',
    entries: [
      { label: pages.queues, to: '/operations/queues', icon: IconStack2 },
      { label: pages.alarms, to: '/operations/alarms', icon: IconBell },
      { label: pages.checks, to: '/operations/checks', icon: IconChecklist },
    ],
  },
]
