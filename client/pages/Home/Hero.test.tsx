/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { I18N_OPTIONS, TEXTS } from '../../../shared/charging/i18n.ts';
import { type Visit, VisitContext } from '../../core/pageData.tsx';
import { Hero } from './Hero.tsx';
import { useScanner } from './useScanner.ts';

function Start() {
  return <Hero scanner={useScanner()} hasErrors={false} />;
}

const track = { stop: jest.fn() };
const camera = jest.fn<() => Promise<unknown>>();
const detectMock = jest.fn<() => Promise<readonly { rawValue: string }[]>>();

class Detector {
  static getSupportedFormats = async () => ['qr_code'];
  detect = detectMock;
}

beforeEach(() => {
  camera.mockResolvedValue({ getTracks: () => [track] });
  detectMock.mockResolvedValue([]);
  Object.assign(window, { BarcodeDetector: Detector });
  Object.assign(navigator, { mediaDevices: { getUserMedia: camera } });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'BarcodeDetector');
  jest.clearAllMocks();
});

async function show() {
  const i18n = createInstance();
  const home = {
    scan: 'Scan QR code',
    'scan.stop': 'Turn off the camera',
    'scan.hint': 'Point',
    'scan.denied': 'No camera access.',
  };
  void i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { [TEXTS]: { home } } } });
  await act(async () => {
    render(
      <I18nextProvider i18n={i18n}>
        <VisitContext value={{ locale: 'en', sprite: '/sprite.svg', client: { name: 'Charge' } } as Visit}>
          <Start />
        </VisitContext>
      </I18nextProvider>,
    );
  });
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('the button to scan a QR code', () => {
  test.each([
    ['the page may not ask for a camera', {}],
    ['there is no camera', { getUserMedia: camera, enumerateDevices: async () => [{ kind: 'audioinput' }] }],
  ])('is absent where %s', async (_, mediaDevices) => {
    Object.assign(navigator, { mediaDevices });
    await show();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is there for a browser that cannot read codes itself', async () => {
    Reflect.deleteProperty(window, 'BarcodeDetector');
    await show();
    expect(screen.getByRole('button', { name: 'Scan QR code' })).toBeTruthy();
  });

  test('turns a camera off that comes only after another press', async () => {
    const pending = Promise.withResolvers<unknown>();
    camera.mockReturnValue(pending.promise as Promise<unknown>);
    await show();
    await press('Scan QR code');
    await press('Turn off the camera');
    await act(async () => pending.resolve({ getTracks: () => [track] }));
    expect(track.stop).toHaveBeenCalled();
    expect(document.querySelector('video')).toBeNull();
  });

  test('turns the camera on, and off again', async () => {
    await show();
    await press('Scan QR code');
    expect(document.querySelector('video')).not.toBeNull();
    await press('Turn off the camera');
    expect(track.stop).toHaveBeenCalled();
    expect(document.querySelector('video')).toBeNull();
  });

  test('says that there is no access, and can be pressed again', async () => {
    camera.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await show();
    await press('Scan QR code');
    expect(screen.getByRole('alert').textContent).toContain('No camera access.');
    expect(screen.getByRole('button', { name: 'Scan QR code' })).toBeTruthy();
  });

  test('passes over codes that are none of a charging point', async () => {
    detectMock.mockResolvedValue([{ rawValue: 'https://example.org/menu' }]);
    await show();
    await press('Scan QR code');
    expect(detectMock).toHaveBeenCalled();
    expect(track.stop).not.toHaveBeenCalled();
  });
});
