import type { components } from '@/contracts/staff';

export type PlayerDetail = components['schemas']['PlayerDetail'];
