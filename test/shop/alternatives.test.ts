import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

