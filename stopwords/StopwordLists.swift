/// The word lists beside this file, embedded when the package is built: no file is looked for
/// at run time.
///
/// Each list is UTF-8 text, one word per line. Lines that begin with `#` name the source and the
/// licence and are not words.
public enum StopwordLists {
  /// English function words: the 33 words that Lucene's English analyzer drops.
  public static var english: [UInt8] { PackageResources.english_txt }

  /// The 543 words of MySQL's full-text default list.
  public static var mysql: [UInt8] { PackageResources.mysql_txt }
}
