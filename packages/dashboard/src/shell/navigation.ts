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
  IconMessage2Bolt,
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

interface NavigationEntry {
  readonly label: string
  readonly to: LinkProps['to']
  readonly icon: Icon
}

interface NavigationGroup {
  readonly label?: string
  /** Who can see the group. @default everyone */
  readonly for?: 'operators'
  readonly entries: readonly NavigationEntry[]
}

/** The sidebar, from top to bottom. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { entries: [{ label: 'Overview', to: '/', icon: IconHome }] },
  {
    label: 'Messaging',
    entries: [
      { label: 'Conversations', to: '/conversations', icon: IconMessages },
      { label: 'Saved replies', to: '/saved-replies', icon: IconMessage2Bolt },
      { label: 'Agents', to: '/agents', icon: IconRobot },
      { label: 'Connectors', to: '/connectors', icon: IconPlugConnected },
    ],
  },
  {
    label: 'Channels',
    entries: [
      { label: 'Numbers', to: '/numbers', icon: IconPhone },
      { label: 'Accounts', to: '/accounts', icon: IconBuildingStore },
      { label: 'Templates', to: '/templates', icon: IconTemplate },
    ],
  },
  {
    label: 'Webhooks',
    entries: [
      { label: 'Endpoints', to: '/webhooks', icon: IconWebhook },
      { label: 'Deliveries', to: '/deliveries', icon: IconListDetails },
    ],
  },
  {
    label: 'Settings',
    entries: [
      { label: 'Organisation', to: '/organization', icon: IconBuilding },
      { label: 'Members', to: '/members', icon: IconUsers },
      { label: 'API keys', to: '/api-keys', icon: IconKey },
      { label: 'API requests', to: '/api-requests', icon: IconListDetails },
      { label: 'Audit log', to: '/audit-log', icon: IconHistory },
    ],
  },
  {
    label: 'Your account',
    entries: [
      { label: 'Profile', to: '/profile', icon: IconUserCircle },
      { label: 'Security', to: '/security', icon: IconShieldLock },
    ],
  },
  {
    label: 'Operations',
    for: 'operators',
    entries: [
      { label: 'Queues', to: '/operations/queues', icon: IconStack2 },
      { label: 'Alarms', to: '/operations/alarms', icon: IconBell },
      { label: 'Checks', to: '/operations/checks', icon: IconChecklist },
    ],
  },
]
