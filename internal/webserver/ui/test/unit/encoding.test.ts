import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { guess, linesAs, readAs, wideOf } from "../../src/review/encoding";
import type { FileDiff, Line } from "../../src/review/types";

/** The lines of a diff as the server sends them: each letter stands for a byte. */
function linesOf(bytes: Uint8Array): Line[] {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return text.split("\n").map((line) => ({ type: "+", text: line, bytes: /[\x80-\xff]/.test(line) }));
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const diffOf = (bytes: Uint8Array): FileDiff => ({ id: "f1", blocks: [{ header: "", lines: linesOf(bytes) }] });

const clear = [
  ["shift_jis", "設定値変更処理を追加した。", "90dd92e8926c95cf8d588f88979d82f092c789c182b582bd8142"],
  ["shift_jis", "// 入力値検証処理 追加", "2f2f2093fc97cd926c8c9f8fd88f88979d2092c789c1"],
  ["shift_jis", "テスト", "836583588367"],
  ["shift_jis", "有効期限終了日時、更新必要。", "974c8cf88afa8cc08f4997b993fa8e9e81418d589056954b97768142"],
  [
    "euc-jp",
    "この関数は設定ファイルを読み込む。",
    "a4b3a4ceb4d8bff4a4cfc0dfc4eaa5d5a5a1a5a4a5eba4f2c6c9a4dfb9fea4e0a1a3",
  ],
  ["euc-jp", "# 検索結果一覧表示機能", "2320b8a1baf7b7ebb2ccb0eccdf7c9bdbca8b5a1c7bd"],
  ["euc-kr", "이 함수는 사용자의 설정을 읽는다.", "c0cc20c7d4bcf6b4c220bbe7bfebc0dac0c720bcb3c1a4c0bb20c0d0b4c2b4d92e"],
  ["euc-kr", "/* 파일이 없으면 오류 */", "2f2a20c6c4c0cfc0cc20bef8c0b8b8e920bfc0b7f9202a2f"],
  [
    "big5",
    "這個函數讀取使用者的設定檔，如果檔案不存在就返回錯誤。",
    "b36fadd3a8e7bcc6c5aaa8faa8cfa5ceaaccaabab35da977c0c9a141a670aa47c0c9aed7a4a3a673a662b44eaaf0a65ebff9bb7ea143",
  ],
  ["big5", "// 更新資料時的預設值", "2f2f20a7f3b773b8eaaec6aec9aabab977b35dadc8"],
  [
    "gb18030",
    "这个函数读取用户的配置文件，如果不存在就返回错误。",
    "d5e2b8f6baafcafdb6c1c8a1d3c3bba7b5c4c5e4d6c3cec4bcfea3acc8e7b9fbb2bbb4e6d4dabecdb7b5bbd8b4edcef3a1a3",
  ],
  ["gb18030", "// 默认的返回值", "2f2f20c4acc8cfb5c4b7b5bbd8d6b5"],
  ["gb18030", "他们说𠀀是一个字", "cbfbc3c7cbb595328236cac7d2bbb8f6d7d6"],
] as const;

/** In other encodings of one byte a letter, which are shown as windows-1252 until another one is chosen. */
const oneByte = [
  [
    "French",
    "4ff9206573742070617373e9206c92e974e9203f204c6520ab206368e27465617520bb206120e974e9207472e873206162ee6de92c20e02063f474e9206465206c6120666f72ea742e",
  ],
  [
    "German",
    "4772f6df6520e46e6465726e3a20dc6265727072fc66756e672066fc722053747261df656efc62657267e46e6765209620736368f66e65204772fcdf65",
  ],
  [
    "German capitals",
    "c44e444552554e4720c467797074656e20c47066656c20c47267657220c46d74657220dc62756e6720d66c20c7656c696b",
  ],
  ["Spanish", "bf4375e16e746f732061f16f732074656eed61206c61206e69f1613f20a14d61f1616e6120736572e1206f74726f2064ed6121"],
  ["Polish", "5a61bff3b3e62067ea9c6cb9206a619ff12e20a3f3649f2c209c7769ea746f2c209f72f364b36f2c2070f39f6e69656a737a79"],
  ["Czech", "50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479"],
  [
    "Turkish",
    "4465f069fe746972696c6d69fe20646f7379616c6172fd2067f6737465722c20e7fd6bfdfe2069e7696e207475fe6120626173fd6e",
  ],
  [
    "Russian",
    "cff0e8e2e5f22c20ece8f02120d4e0e9eb20ede520ede0e9e4e5ed2c20eff0eee2e5f0fcf2e520ede0f1f2f0eee9eae820e820efeee2f2eef0e8f2e520efeeeffbf2eaf32e",
  ],
  [
    "Russian in KOI8-R",
    "f0d2c9d7c5d42c20cdc9d22120e6c1cacc20cec520cec1cac4c5ce2c20d0d2cfd7c5d2d8d4c520cec1d3d4d2cfcacbc92e",
  ],
  ["Greek", "d4ef20e1f1f7e5dfef20e4e5ed20e2f1dde8e7eae52c20e5ebdde3eef4e520f4e9f220f1f5e8ecdff3e5e9f2"],
] as const;

/** Too short to know: two letters in an East Asian encoding are as many in another one, and four in windows-1252. */
const short = [
  ["Latin é", "e9"],
  ["Latin Ä", "c4"],
  ["Latin ÄÖÜ", "c4d6dc"],
  ["Latin ©®", "a9ae"],
  ["Latin 20°C 30°C 40°C", "3230b043203330b043203430b043"],
  ["Latin £5 ½", "a33520bd"],
  ["Latin àéîõü", "e0e9eef5fc"],
  ["Latin “x”", "937894"],
  ["Latin naïve café", "6e61ef766520636166e9"],
  ["Chinese 中文", "d6d0cec4"],
  ["Korean 설정", "bcb3c1a4"],
  ["Korean 개개개개", "b0b3b0b3b0b3b0b3"],
  ["Japanese 設定", "90dd92e8"],
  ["Japanese か", "a4ab"],
  ["Chinese 中文", "a4a4a4e5"],
] as const;

describe("encoding", () => {
  for (const [label, text, hex] of clear) {
    test(`${label}: ${text}`, () => {
      assert.equal(guess(diffOf(bytesOf(hex))), label);
      assert.equal(linesAs(linesOf(bytesOf(hex)), label)[0]?.text, text);
    });
  }

  test("a text with one byte a letter is never East Asian", () => {
    for (const [name, hex] of oneByte) assert.equal(guess(diffOf(bytesOf(hex))), "windows-1252", name);
  });

  test("a short text is not guessed", () => {
    for (const [name, hex] of short) assert.equal(guess(diffOf(bytesOf(hex))), "windows-1252", name);
  });

  test("with one invalid byte, nothing is guessed", () => {
    for (const [label, text, hex] of clear) {
      assert.equal(guess(diffOf(bytesOf(`${hex}e420`))), "windows-1252", `${label}: ${text}`);
    }
  });

  test("bytes in any order are not guessed", () => {
    let seed = 1;
    const next = (n: number) => (seed = (seed * 48271) % 0x7fffffff) % n;
    for (let i = 0; i < 1000; i++) {
      const low = [0x20, 0x80, 0xa1][i % 3] ?? 0;
      const bytes = Uint8Array.from({ length: 2 + next(60) }, () => low + next(0xff - low));
      assert.equal(guess(diffOf(bytes)), "windows-1252", Buffer.from(bytes).toString("hex"));
    }
  });

  test("the declared encoding comes first, also windows-1252", () => {
    const [label, , hex] = clear[0];
    for (const [declared, want] of [
      ["EUC-JP", "euc-jp"],
      ["latin1", "windows-1252"],
      ["no such encoding", label],
    ] as const) {
      assert.equal(guess({ ...diffOf(bytesOf(hex)), declared }), want, declared);
    }
  });

  test("UTF-16 is shown as it was decoded, and its bytes can be read otherwise", () => {
    const lines: Line[] = [{ type: "+", new: 1, text: "zwei ß" }];
    for (const [encoding, label, bytes] of [
      ["UTF-16LE", "utf-16le", "z\0w\0e\0i\0 \0ß\0"],
      ["UTF-16BE", "utf-16be", "\0z\0w\0e\0i\0 \0ß"],
    ] as const) {
      const diff: FileDiff = { id: "f1", encoding, blocks: [{ header: "", lines }] };
      assert.equal(guess(diff), label);
      assert.equal(readAs(diff, label).blocks?.[0]?.lines[0]?.text, "zwei ß");
      assert.equal(readAs(diff, "windows-1252").blocks?.[0]?.lines[0]?.text, bytes);
      assert.equal(linesAs(lines, "windows-1252", wideOf(diff))[0]?.text, bytes);
    }
  });

  test("a text whose encoding changed stays as it was decoded", () => {
    const lines: Line[] = [{ type: "+", new: 1, text: "zwei ß" }];
    const diff: FileDiff = { id: "f1", encoding: "UTF-8 → UTF-16LE", blocks: [{ header: "", lines }] };
    assert.equal(wideOf(diff), "");
    assert.equal(readAs(diff, guess(diff)).blocks?.[0]?.lines[0]?.text, "zwei ß");
  });

  test("a long text is guessed, and lines that were cut are not looked at", () => {
    const [label, , hex] = clear[9];
    const diff = diffOf(bytesOf(`${hex}0a`.repeat(2_000)));
    diff.blocks?.[0]?.lines.push({ type: "+", text: "\xa4", bytes: true, cut: 1 });
    assert.equal(guess(diff), label);
    assert.equal(guess({ id: "f1", blocks: null }), "windows-1252");
  });
});
